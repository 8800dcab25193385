import World

extension Settings.Key where Value == String {
  /// The programmer of the last run.
  static var lastProgrammer: Self { Self("lastProgrammer", default: Programmer.mac.rawValue) }
}

extension Settings {
  /// The programmer of the last run; `mac` at first.
  var lastProgrammer: Programmer {
    get { Programmer(rawValue: self[.lastProgrammer]) ?? .mac }
    nonmutating set { self[.lastProgrammer] = newValue.rawValue }
  }
}
