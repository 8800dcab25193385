import Testing

@testable import BdumTish

struct DiceTests {
  @Test func picksWhatIsRolled() {
    #expect(Dice.lowest.pick(["a", "b", "c"]) == "a")
    #expect(Dice.highest.pick(["a", "b", "c"]) == "c")
  }

  @Test func picksSeveralOnceEach() {
    #expect(Dice.lowest.pick(2, of: ["a", "b", "c"]) == ["a", "b"])
    #expect(Dice.highest.pick(3, of: ["a", "b", "c"]) == ["c", "b", "a"])
  }

  @Test func picksNoMoreThanThereAre() {
    #expect(Dice.lowest.pick(5, of: ["a", "b"]) == ["a", "b"])
  }
}
