import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@Suite
struct RandomSourceTests {
  @Test func aSeedGivesTheSameNumbersOnEveryMachine() {
    // The first outputs of SplitMix64 for seed 1234567, as its author's reference code gives them.
    let source = World.RandomSource.seeded(1_234_567)
    #expect(
      (0..<5).map { _ in source.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func sourcesOfOneSeedAgreeAndOthersDiffer() {
    func draw(_ seed: UInt64) -> [UInt64] {
      let source = World.RandomSource.seeded(seed)
      return (0..<8).map { _ in source.next() }
    }
    #expect(draw(1) == draw(1))
    #expect(draw(1) != draw(2))
  }

  @Test func copiesShareTheirState() {
    let source = World.RandomSource.seeded(9)
    var copy = source
    let both = [source.next(), copy.next()]
    let fresh = World.RandomSource.seeded(9)
    #expect(both == [fresh.next(), fresh.next()])
    _ = Int.random(in: 0..<10, using: &copy)
  }

  @Test func worksWithTheStandardLibrary() {
    let source = World.RandomSource.seeded(3)
    let rolls = source { generator in (0..<100).map { _ in Int.random(in: 1...6, using: &generator) } }
    #expect(Set(rolls) == [1, 2, 3, 4, 5, 6])
    #expect(source { Array(0..<10).shuffled(using: &$0) } != Array(0..<10))
  }

  @Test(.world(.mock)) func drawingIsReadingTheWorldAndNotWritingIt() {
    let first = Current.random { Int.random(in: 0..<1_000_000, using: &$0) }
    let again = withWorld(.mock) { Current.random { Int.random(in: 0..<1_000_000, using: &$0) } }
    #expect(first == again)
  }

  @Test func manyThreadsMayDraw() async {
    let source = World.RandomSource.seeded(5)
    let drawn = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in source.next() } } }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    #expect(drawn.count == 4_000)
  }
}
