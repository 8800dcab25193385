import Testing

@testable import BdumTish

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("8:59 AM", 7), ("8:59\u{202F}AM", 7), ("٨:٥٩ ص", 6), ("\u{2068}٨:٥٩ ص\u{2069}", 6),
    ("오전 8:59", 9), ("上午8:59", 8), ("पू 8:59", 6), ("é", 1), ("e\u{301}", 1), ("１２", 4),
  ])
  func countsColumns(text: String, width: Int) { #expect(text.displayWidth == width) }

  @Test func alignsAndPads() {
    #expect("오전".aligned(toWidth: 6) == "  오전")
    #expect("오전".padded(toWidth: 6) == "오전  ")
    #expect("too long".aligned(toWidth: 3) == "too long")
    #expect("too long".padded(toWidth: 3) == "too long")
  }
}
