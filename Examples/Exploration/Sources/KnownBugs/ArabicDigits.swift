import Foundation
import World

/// A number that is formatted for the user, and then parsed by the program.
extension KnownBug {
  static let arabicDigits = KnownBug(
    name: "parser that fails on Arabic digits", blame: [.locale],
    broken: { try readBack { Int($0) } },
    repaired: {
      try readBack { try? Int($0, format: .number.locale(Current.locale()).grouping(.never)) }
    })

  private static func readBack(_ read: (String) -> Int?) throws {
    let text = 1_234.formatted(.number.locale(Current.locale()).grouping(.never))
    let number = read(text)
    try expect(number == 1_234, "read \(text) as \(number.map(String.init) ?? "nothing")")
  }
}
