import World

extension Int {
  /// The digits, after as many zeros as it takes.
  func padded(to count: Int = 2) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
