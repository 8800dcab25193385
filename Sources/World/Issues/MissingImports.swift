/// What other products of the package add, so that the compiler names the import that is missing.
extension World {
  /// The mock world, which is in the module `WorldMocks`.
  @available(*, unavailable, message: "import WorldMocks")
  public static var mock: World { fatalError("unavailable") }

  /// The time machine that drives a world, which is in the module `WorldSimulation`.
  @available(*, unavailable, message: "import WorldSimulation")
  public var time: Never { fatalError("unavailable") }
}
