import Foundation
import Synchronization
import TestSupport
import Testing
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import World

/// Copies of a mock world share its mocks. A new `.mock` has new ones.
@Suite(.world(.mock, timeout: .seconds(600)))
struct SharedMockTests {
  /// A service whose mock has state.
  struct Cart: World.Service {
    private let count = Count()
    func add() -> Int { count.next() }
    static var mock: Cart { Cart() }
  }

  /// A service whose mock reads the world while it is built, and when it is called.
  struct Greeting: World.Service {
    let language: String
    let text: @Sendable () -> String
    static var mock: Greeting {
      Greeting(language: Current.locale().identifier, text: { "Hello in \(Current.locale().identifier)" })
    }
  }

  /// A service whose mock reads another one while it is built.
  struct Letter: World.Service {
    let greeting: Greeting
    static var mock: Letter { Letter(greeting: Current[Greeting.self]) }
  }

  /// A service whose mock does what a test says.
  struct Probe: World.Service {
    /// A structure, since a task-local that is a closure ends an optimized program of Swift 6.3.
    struct Build: Sendable { let run: @Sendable () -> Void }

    @TaskLocal static var build = Build {}
    static var mock: Probe {
      build.run()
      return Probe()
    }
  }

  final class Count: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  private let french: @Sendable (inout World) -> Void = { $0.locale = { Locale(identifier: "fr_FR") } }

  @Test func anInnerScopeSharesAMockWithItsState() {
    withWorld(french) { #expect(Current[Cart.self].add() == 1) }
    #expect(Current[Cart.self].add() == 2)
    withWorld(french) { withWorld(french) { #expect(Current[Cart.self].add() == 3) } }
    withWorld(Current) { #expect(Current[Cart.self].add() == 4) }
  }

  @Test func aWriteBuildsNoMockAgain() {
    #expect(Current[Cart.self].add() == 1)
    withWorld { _ in
    } operation: {
      Current.date = { .distantPast }
      #expect(Current[Cart.self].add() == 2)
    }
    Current.locale = { Locale(identifier: "fr_FR") }
    #expect(Current[Cart.self].add() == 3)
  }

  @Test func aMockThatAnInnerScopeReadsFirstIsBuiltInTheWorldOfTheOuterOne() {
    withWorld(french) { withWorld(french) { #expect(Current[Letter.self].greeting.language == "en_GB") } }
    #expect(Current[Greeting.self].language == "en_GB")
  }

  @Test func itIsAlsoBuiltThereIfACopyIsReadOrEnteredElsewhere() async {
    let changed = withWorld(french) { Current }
    #expect(changed[Greeting.self].language == "en_GB")
    let language = await Task.detached {
      withWorld(changed) { withWorld(changed) { Current[Letter.self].greeting.language } }
    }.value
    #expect(language == "en_GB")
  }

  @Test func whatAMockReadsWhenItIsCalledFollowsTheScope() {
    #expect(Current[Greeting.self].text() == "Hello in en_GB")
    withWorld(french) { #expect(Current[Greeting.self].text() == "Hello in fr_FR") }
  }

  @Test func theWorldInWhichMocksAreBuiltHasTheWritesOfItsScope() {
    Current.locale = { Locale(identifier: "de_DE") }
    withWorld(french) { #expect(Current[Greeting.self].language == "de_DE") }
  }

  @Test(.world { $0.locale = { Locale(identifier: "ja_JP") } })
  func aTestsInnermostTraitCountsAsTheScope() {
    withWorld(french) { #expect(Current[Greeting.self].language == "ja_JP") }
  }

  @Test func aWorldThatWasNeverCurrentBuildsAMockOnceInItself() {
    let world = World.mock.with(french)
    #expect(world[Cart.self].add() == 1)
    #expect(world[Cart.self].add() == 2)
    #expect(world[Greeting.self].language == "fr_FR")
    withWorld(world) { #expect(Current[Cart.self].add() == 3) }
  }

  @Test func scopesOfOneValueShareMocksAsTheyShareIdentifiersAndSettings() {
    let world = World.mock
    for number in 1...3 {
      withWorld(world) {
        #expect(Current[Cart.self].add() == number)
        #expect(Current.uuid().uuidString.hasSuffix("\(number)"))
      }
    }
  }

  @Test func aNewMockWorldHasNewMocks() {
    for _ in 1...2 { withWorld(.mock) { #expect(Current[Cart.self].add() == 1) } }
    #expect(Current[Cart.self].add() == 1)
    withWorld(french) {
      Current = .mock
      #expect(Current[Cart.self].add() == 1)
      #expect(Current[Greeting.self].language == "en_GB")
    }
    #expect(Current[Cart.self].add() == 2)
  }

  @Test func whenItsScopeHasEndedTheNextOneBuilds() {
    let world = World.mock
    withWorld(world.with(french)) {}
    withWorld(world) { #expect(Current[Greeting.self].language == "en_GB") }
  }

  @Test func whenTheFirstOfTwoScopesHasEndedTheOtherOneBuilds() async {
    let world = World.mock
    let (secondHasBegun, second) = AsyncStream.makeStream(of: Void.self)
    let (firstHasBegun, first) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [french] in
      await withWorld(world.with(french)) {
        first.finish()
        for await _ in secondHasBegun {}
      }
    }
    for await _ in firstHasBegun {}
    await withWorld(world) {
      second.finish()
      await task.value
      withWorld(french) { #expect(Current[Greeting.self].language == "en_GB") }
    }
  }

  /// A task that the build began keeps the scope of the build, which isn't the one in which the world became current.
  @Test func theScopeOfABuildBuildsNoOtherMock() async {
    let (isOver, end) = AsyncStream.makeStream(of: Void.self)
    let tasks = Locked<[Task<Void, Never>]>([])
    let build = Probe.Build { tasks.withLock { $0.append(Task { for await _ in isOver {} }) } }
    let world = World.mock
    Probe.$build.withValue(build) { _ = world[Probe.self] }
    withWorld(world.with(french)) { #expect(Current[Greeting.self].language == "fr_FR") }
    end.finish()
    for task in tasks.value { await task.value }
  }

  @Test func anAssignedServiceHidesTheMockUntilItIsRemoved() {
    #expect(Current[Cart.self].add() == 1)
    withWorld {
      $0[Cart.self] = .mock
    } operation: {
      #expect(Current[Cart.self].add() == 1)
      Current.remove(Cart.self)
      #expect(Current[Cart.self].add() == 2)
    }
  }

  @Test func whatAMockWritesWhileItIsBuiltStaysInside() {
    Probe.$build.withValue(Probe.Build { Current.locale = { Locale(identifier: "fr_FR") } }) {
      _ = Current[Probe.self]
    }
    #expect(Current.locale().identifier == "en_GB")
  }

  @Test func theMocksOfAProcessWideMockWorldAreShared() async {
    await #expect(processExitsWith: .success) {
      Current = .mock
      #expect(Current[Cart.self].add() == 1)
      withWorld {
        $0.locale = { Locale(identifier: "fr_FR") }
      } operation: {
        #expect(Current[Cart.self].add() == 2)
        #expect(Current[Greeting.self].language == "en_GB")
      }
    }
  }

  @Test func aWorldMayBeEnteredInItselfAgainAndAgain() {
    var world = Current
    for _ in 1...20_000 { withWorld(world) { world = Current } }
    #expect(withWorld(world) { Current[Cart.self].add() } == 1)
    #expect(Current[Cart.self].add() == 2)
  }

  @Test func anExplanationShowsTheMocksOnce() {
    _ = Current[Greeting.self]
    withWorld(french) {
      _ = Current[Cart.self]
      let entries = Current.explain().entries.filter { $0.name.hasPrefix("SharedMockTests") }
      #expect(entries.map(\.name) == ["SharedMockTests.Cart", "SharedMockTests.Greeting"])
      #expect(entries.allSatisfy { $0.origin.kind == .mock })
    }
  }

  @Test(.world(.mock, inParallel: true)) func threadsInManyScopesBuildAMockOnce() async {
    let builds = Count()
    let build = Probe.Build {
      // Until another thread waits for it, or builds another one.
      if builds.next() == 1 {
        while builds.value == 1, Build.waiterCount(of: "Probe") == 0 { sched_yield() }
      }
    }
    let world = Current
    _ = onThreads(8) {
      Probe.$build.withValue(build) { withWorld(world.with(french)) { _ = Current[Probe.self] } }
    }
    #expect(builds.value == 1)
  }
}
