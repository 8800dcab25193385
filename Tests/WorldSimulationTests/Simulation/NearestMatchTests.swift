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

  @Test func fewestEditsWin() { #expect(NearestMatch.find("mca", in: ["pc", "mac", "world"]) == "mac") }

  @Test func caseCountsLeast() { #expect(NearestMatch.find("PC", in: ["mac", "pc"]) == "pc") }

  @Test func longestCommonBeginningBreaksTies() {
    #expect(NearestMatch.find("fr_X", in: ["br_X", "fr_Y"]) == "fr_Y")
  }

  @Test func alphabetBreaksTheRest() { #expect(NearestMatch.find("x", in: ["c", "a", "b"]) == "a") }

  @Test func lastPartStandsForTheWhole() {
    #expect(NearestMatch.find("tokio", in: ["Zulu", "Asia/Tokyo"]) == "Asia/Tokyo")
  }

  @Test func longTextsAreCut() {
    #expect(NearestMatch.find(String(repeating: "mac", count: 100_000), in: ["mac"]) == "mac")
  }

  @Test func longCharactersAreCut() {
    #expect(NearestMatch.find("mac" + String(repeating: "\u{301}", count: 1_000_000), in: ["mac"]) == "mac")
  }

  @Test func optionsThatAreAsNearAreAllNear() {
    #expect(
      NearestMatch.findAll("fr_X", in: ["fr_C", "br_X", "fr_A", "fr_B", "fr_D"]) == ["fr_A", "fr_B", "fr_C"])
  }

  @Test func nothingIsNearNothing() { #expect(NearestMatch.find("mac", in: []) == "") }

  @Test(
    arguments: [
      ("mca", "mac"), ("MAC", "mac"), ("m", "mac"), ("word", "world"), ("-h", "--help"), ("--hlep", "--help"),
      ("amiga", nil), ("", nil), ("-", nil), ("--", nil), ("--frob", nil),
    ] as [(String, String?)])
  func findsOnlyWhatIsNear(text: String, option: String?) {
    #expect(NearestMatch.findNear(text, in: ["mac", "pc", "world", "--help"]) == option)
  }
}
