import World

extension World {
  /// Lets a time machine drive this world's time: its ``date`` and its ``sleep``.
  ///
  /// ```swift
  /// let time = TimeMachine(frozenAt: launchDay)
  /// Current.use(time)
  /// await time.advance(by: .seconds(60))
  /// ```
  ///
  /// ``simulation`` then has the machine's date, so that child processes and other services tell the same time.
  public mutating func use(_ time: TimeMachine) {
    date = { time.date }
    sleep = { try await time.sleep(for: $0) }
    note(time)
  }
}
