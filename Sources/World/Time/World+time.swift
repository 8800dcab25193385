extension World {
  /// Lets a time machine drive this world's time: its ``date`` and its ``sleep``.
  ///
  /// ```swift
  /// let time = TimeMachine(frozenAt: launchDay)
  /// Current.use(time)
  /// await time.advance(by: .seconds(60))
  /// ```
  public mutating func use(_ time: TimeMachine) {
    date = { time.date }
    sleep = { try await time.sleep(for: $0) }
  }
}
