import World

/// Reads whole numbers of 64 bits.
enum SeedParser {
  static func parse(_ text: String) throws(InvalidValue) -> UInt64 {
    let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }
    // Of what `UInt64` would take, a leading plus isn't meant.
    if digits.count == text.unicodeScalars.count, let seed = UInt64(text) { return seed }
    let isBelow = text.hasPrefix("-") || digits.isEmpty
    let nearest = isBelow ? 0 : UInt64(String(String.UnicodeScalarView(digits))) ?? .max
    throw InvalidValue(
      reason: "is not a whole number from 0 to \(UInt64.max)", suggestions: ["\(nearest)"])
  }
}
