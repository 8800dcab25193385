import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@Suite
struct MockWorldTests {
  @Test(.world(.mock)) func itIsTheWorldOfTheProposal() {
    #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 557_152_051))
    #expect(Current.timezone().identifier == "Europe/London")
    #expect(Current.locale().identifier == "en_GB")
    #expect(Current.calendar().identifier == .gregorian)
    #expect(Current.calendar().timeZone.identifier == "Europe/London")
  }

  @Test func everyMentionStartsAnew() {
    func draw() -> [String] {
      let world = World.mock
      return [world.uuid().uuidString, world.uuid().uuidString, "\(world.random.next())"]
    }
    #expect(draw() == draw())
    #expect(
      draw().prefix(2) == ["00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002"])
    World.mock.settings.write("k", .int(1))
    #expect(World.mock.settings.read("k") == nil)
  }

  /// So that two tests that choose a port or a file's name at random don't choose the same. In another process it is the same.
  @Test(.world(.mock)) func eachTestHasNumbersOfItsOwn() async {
    #expect(Current.random.next() == UInt64(15_320_856_825_832_737_782))
    #expect(await Task { World.mock.random.next() }.value == UInt64(15_320_856_825_832_737_782))
  }

  @Test(.world(.mock), arguments: 0...2) func eachCaseHasNumbersOfItsOwn(_ number: Int) {
    #expect(
      Current.random.next()
        == ([652_955_726_672_761_863, 15_031_563_004_882_744_512, 2_956_084_253_278_640_561] as [UInt64])[
          number])
  }

  @Test(.world(.mock)) func anAuditSeesTheNextIdentifiersAndNumbers() async {
    for _ in 0..<3 { _ = (Current.uuid(), Current.random.next()) }
    let world = Current
    let (identifier, number) = (Locked<UUID?>(nil), Locked<UInt64?>(nil))
    _ = await world.audit(
      checks: World.Audit.Check("order") { identifier.withLock { $0 = Current.uuid() } },
      World.Audit.Check("draw") { number.withLock { $0 = Current.random.next() } })
    #expect(identifier.value == world.uuid())
    #expect(number.value == world.random.next())
  }

  @Test func uuidsCountPastAByte() {
    let next = World.countingUUIDs()
    let last = (0..<300).map { _ in next() }.last
    #expect(last?.uuidString == "00000000-0000-0000-0000-00000000012C")
  }

  @Test(.world(.mock)) func aSleepOfNoTimeReturnsAtOnceUnlessCancelled() async throws {
    try await Current.sleep(.zero)
    try await Current.sleep(.seconds(-1))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await Current.sleep(.zero)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  #if os(Linux) || os(macOS)
    @Test func mockAnalyticsPrint() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        // So many that a dictionary has them in this order once in 40,320 processes.
        let properties: [String: World.Analytics.Value] = [
          "h": 1, "g": 2, "f": 3, "e": 4, "d": 5, "c": 6, "b": 7, "a": 8,
        ]
        World.mock.analytics.track(World.Analytics.Event(name: "opened", properties: properties))
        World.mock.analytics.track(World.Analytics.Event(name: "closed"))
      }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      let properties = #"["a": 8, "b": 7, "c": 6, "d": 5, "e": 4, "f": 3, "g": 2, "h": 1]"#
      #expect(output.contains("Mock track opened \(properties)\nMock track closed\n"))
    }
  #endif

  @Test func inMemorySettingsStartWithWhatIsGivenAndCopiesShareIt() {
    let settings = World.Settings.inMemory(["n": .int(1)])
    let copy = settings
    copy.write("n", .int(2))
    #expect(settings.read("n") == .int(2))
    #expect(World.Settings.inMemory().read("n") == nil)
  }
}
