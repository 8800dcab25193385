import World

extension Settings.Key where Value == String {
  /// Whose day was told last.
  static var lastProgrammer: Self { Self("lastProgrammer", default: Programmer.mac.rawValue) }
}

extension Settings {
  /// Whose day was told last; `mac` to begin with.
  var lastProgrammer: Programmer {
    get { Programmer(rawValue: self[.lastProgrammer]) ?? .mac }
    nonmutating set { self[.lastProgrammer] = newValue.rawValue }
  }
}
