import Testing
import World

@testable import WorldSimulation

struct NearestMatchTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3),
    ("mca", "mac", 1), ("ab", "ba", 1), ("pc", "mac", 2),
  ])
  func countsEdits(source: String, target: String, count: Int) {
    let (source, target) = (Array(source.utf8), Array(target.utf8))
    #expect(NearestMatch.edits(from: source, to: target) == count)
    #expect(NearestMatch.edits(from: target, to: source) == count)
  }

  @Test func fewestEditsWin() {
    #expect(NearestMatch.findAll("mca", in: ["mcb", "mca", "world"]) == ["mca"])
  }

  @Test func caseCountsLeast() { #expect(NearestMatch.findAll("PC", in: ["mac", "pc"]) == ["pc"]) }

  @Test func longestCommonBeginningBreaksTies() {
    #expect(NearestMatch.findAll("fr_X", in: ["br_X", "fr_Y"]) == ["fr_Y"])
  }

  @Test func alphabetIsTheOrderOfTheRest() {
    #expect(NearestMatch.findAll("abx", in: ["abc", "aba", "abb"]) == ["aba", "abb", "abc"])
  }

  @Test func lastPartStandsForTheWhole() {
    #expect(NearestMatch.findAll("tokio", in: ["Zulu", "Asia/Tokyo"]) == ["Asia/Tokyo"])
  }

  /// One letter in three.
  @Test(arguments: [
    ("mayan", "indian"), ("CET-1", "Africa/Ceuta"), ("abc", "0"), ("SIZE", "seed"), ("abcdef", "abcxyz"),
    ("x", "y"),
    ("", "a"), ("m", "mac"), ("ab", "ac"),
  ])
  func whatIsFarIsNotNear(text: String, option: String) {
    #expect(NearestMatch.findAll(text, in: [option]) == [])
  }

  @Test(arguments: [("abc", "abx"), ("abcdef", "abcdxy"), ("abc", "ab"), ("abx/tokyo", "abc/tokyo")])
  func oneLetterInThreeMayBeWrong(text: String, option: String) {
    #expect(NearestMatch.findAll(text, in: [option]) == [option])
  }

  @Test func longTextsAreCut() {
    #expect(NearestMatch.findAll(String(repeating: "mac", count: 100_000), in: ["mac"]) == [])
  }

  @Test func longCharactersAreCut() {
    #expect(NearestMatch.findAll("mac" + String(repeating: "\u{301}", count: 1_000_000), in: ["mac"]) == [])
  }

  @Test func optionsThatAreAsNearAreAllNear() {
    #expect(
      NearestMatch.findAll("fr_X", in: ["fr_C", "br_X", "fr_A", "fr_B", "fr_D"]) == ["fr_A", "fr_B", "fr_C"])
  }

  @Test func nothingIsNearNothing() { #expect(NearestMatch.findAll("mac", in: []) == []) }

  @Test(
    arguments: [
      ("mca", "mac"), ("MAC", "mac"), ("m", "mac"), ("word", "world"), ("-h", "--help"), ("--hlep", "--help"),
      ("amiga", nil), ("", nil), ("-", nil), ("--", nil), ("--frob", nil),
    ] as [(String, String?)])
  func findsOnlyWhatIsNear(text: String, option: String?) {
    #expect(NearestMatch.findNear(text, in: ["mac", "pc", "world", "--help"]) == option)
  }
}
