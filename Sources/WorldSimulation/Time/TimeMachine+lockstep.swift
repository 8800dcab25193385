extension TimeMachine {
  /// Runs an operation whose tasks run one at a time.
  ///
  /// A test with the trait `.world(.mock)` runs like that without it. In a process without `WorldTesting` the operation runs
  /// as any other does.
  ///
  /// - Parameters:
  ///   - autoAdvance: Whether time passes by itself when nothing can go on.
  ///   - isolation: The caller's, in which the operation runs.
  ///   - operation: What to run.
  @available(
    *, deprecated, message: "give the test the trait .world(.mock), or .world(.mock, autoAdvance: true)"
  )
  public func inLockstep<Result, Failure: Error>(
    autoAdvance: Bool = false, isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let current = TestScheduler.current
    guard let test = current ?? TestScheduler.make() else { return try await operation() }
    let before = autoAdvance ? test.letTimePass(of: self) : nil
    defer {
      if autoAdvance { _ = test.letTimePass(of: before) }
      if current == nil { test.end() }
    }
    return try await withTaskExecutorPreference(test, isolation: isolation, operation: operation)
  }
}
