import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Which scopes share a mock: a test for each row of the table in `Services.md`.
@Suite(.world(.mock))
struct SharedMockTests {
  struct Payments: World.Service {
    var charge: @Sendable () -> String
    static var mock: Payments { Payments(charge: { "paid" }) }
  }

  /// Its mock reads another service while it is built, and has state.
  struct Cart: World.Service {
    var pay: @Sendable () -> String
    static var mock: Cart {
      let (count, charge) = (Count(), Current[Payments.self].charge)
      return Cart(pay: { "\(charge()) \(count.next())" })
    }
  }

  /// Its mock reads the one that reads another.
  struct Checkout: World.Service {
    var finish: @Sendable () -> String
    static var mock: Checkout { Checkout(finish: Current[Cart.self].pay) }
  }

  /// Its mock reads a built-in dependency while it is built.
  struct Greeting: World.Service {
    let language: String
    let count = Count()
    static var mock: Greeting { Greeting(language: Current.locale().identifier) }
  }

  /// Its mock keeps a built-in dependency, and calls it later.
  struct Stamp: World.Service {
    let date: @Sendable () -> Date
    let count = Count()
    static var mock: Stamp { Stamp(date: Current.date) }
  }

  /// Its mock reads another one that reads a built-in dependency.
  struct Letter: World.Service {
    let greeting: Greeting
    static var mock: Letter { Letter(greeting: Current[Greeting.self]) }
  }

  /// Its mock does what a test says.
  struct Probe: World.Service {
    /// A structure, since a task-local that is a closure ends an optimized program of Swift 6.3.
    struct Build: Sendable { let run: @Sendable () -> any Sendable }

    @TaskLocal static var build = Build { 0 }
    let kept: any Sendable
    let count = Count()
    static var mock: Probe { Probe(kept: build.run()) }
  }

  final class Count: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }

  private let french: @Sendable (inout World) -> Void = { $0.locale = { Locale(identifier: "fr_FR") } }
  private let declined: @Sendable (inout World) -> Void = { $0[Payments.self].charge = { "declined" } }

  @Test func anOverrideReachesAMockThatReadsItAndNothingOfItStaysOutside() {
    withWorld(declined) { #expect(Current[Cart.self].pay() == "declined 1") }
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld(declined) {
      #expect(Current[Cart.self].pay() == "declined 1")
      #expect(Current[Cart.self].pay() == "declined 2")
    }
    #expect(Current[Cart.self].pay() == "paid 2")
  }

  @Test func soItReachesAMockThatReadsOneThatReadsIt() {
    #expect(Current[Checkout.self].finish() == "paid 1")
    withWorld(declined) { #expect(Current[Checkout.self].finish() == "declined 1") }
    #expect(Current[Checkout.self].finish() == "paid 2")
  }

  @Test func anOverriddenBuiltInDependencyReachesAMockThatCallsIt() {
    withWorld(french) { #expect(Current[Greeting.self].language == "fr_FR") }
    #expect(Current[Greeting.self].language == "en_GB")
    withWorld(french) { #expect(Current[Greeting.self].language == "fr_FR") }
    #expect(Current[Greeting.self].language == "en_GB")
  }

  @Test func itReachesAMockThatKeepsIt() {
    let start = Current.date()
    #expect(Current[Stamp.self].date() == start)
    withWorld {
      $0.date = { .distantPast }
    } operation: {
      #expect(Current[Stamp.self].date() == .distantPast)
    }
    #expect(Current[Stamp.self].date() == start)
  }

  /// The write is merged into what the other one left.
  @Test func anOverlappedWriteReachesAMockThatReadsIt() {
    let start = Current.date()
    func change(_ world: inout World) {
      world.date = { .distantPast }
      declined(&world)
      Current.locale = { Locale(identifier: "fr_FR") }
    }
    #expect(Current[Stamp.self].date() == start)
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld { _ in
    } operation: {
      change(&Current)
      #expect(Current[Stamp.self].date() == .distantPast)
      #expect(Current[Cart.self].pay() == "declined 1")
    }
    #expect(Current[Stamp.self].date() == start)
    #expect(Current[Cart.self].pay() == "paid 2")
  }

  private static let uses: [String: @Sendable () -> any Sendable] = [
    "date": { Current.date() },
    "calendar": { Current.calendar() },
    "timezone": { Current.timezone() },
    "locale": { Current.locale() },
    "uuid": { Current.uuid() },
    "random": { Current.random.next() },
    "sleep": {
      let sleep = Current.sleep
      return { @Sendable in try await sleep(.zero) }
    },
    "clock": { Current.clock.now },
    "analytics": {
      Current.analytics.track("built")
      return 0
    },
    "settings": { Current.settings.read("size") },
    "settings, written": {
      Current.settings.write("size", nil)
      return 0
    },
  ]

  private static let overrides: [String: @Sendable (inout World) -> Void] = [
    "date": { $0.date = { .distantPast } },
    "calendar": { $0.calendar = { Calendar(identifier: .hebrew) } },
    "timezone": { $0.timezone = { .gmt } },
    "locale": { $0.locale = { Locale(identifier: "fr_FR") } },
    "uuid": { $0.uuid = { UUID() } },
    "random": { $0.random = .seeded(7) },
    "sleep": { $0.sleep = { _ in } },
    "clock": { $0.use(TimeMachine(frozenAt: .distantPast)) },
    "analytics": { $0.analytics = .discarding },
    "settings": { $0.settings = .inMemory() },
    "settings, written": { $0.settings = .inMemory() },
  ]

  @Test(arguments: uses.keys.sorted()) func itReachesAMockThatUses(name: String) throws {
    let (use, change) = (try #require(Self.uses[name]), try #require(Self.overrides[name]))
    Probe.$build.withValue(Probe.Build(run: use)) {
      #expect(Current[Probe.self].count.next() == 1)
      withWorld(change) { #expect(Current[Probe.self].count.next() == 1) }
      withWorld(declined) { #expect(Current[Probe.self].count.next() == 2) }
    }
  }

  @Test func itReachesAMockThatReadsMoreThanIsOverridden() {
    Probe.$build.withValue(Probe.Build { [Current.date()] as [any Sendable] + [Current.locale()] }) {
      #expect(Current[Probe.self].count.next() == 1)
      withWorld(french) { #expect(Current[Probe.self].count.next() == 1) }
    }
  }

  @Test func whatAMockBuildsIsShared() {
    #expect(Current[Letter.self].greeting.count.next() == 1)
    #expect(Current[Greeting.self].count.next() == 2)
    withWorld(french) { #expect(Current[Letter.self].greeting.language == "fr_FR") }
  }

  @Test func aSecondOverrideInAScopeLeavesTheFirst() {
    withWorld(declined) {
      french(&Current)
      #expect(Current[Cart.self].pay() == "declined 1")
    }
    #expect(Current[Cart.self].pay() == "paid 1")
  }

  @Test func anExplanationShowsTheMocksThatAreUsed() {
    func names() -> [String] {
      Current.explain().entries.map(\.name).filter { $0.hasPrefix("SharedMockTests") }
    }
    _ = (Current[Greeting.self], Current[Stamp.self])
    withWorld(french) {
      #expect(names() == ["SharedMockTests.Stamp"])
      _ = Current[Greeting.self]
      #expect(names() == ["SharedMockTests.Greeting", "SharedMockTests.Stamp"])
    }
  }

  @Test func itShowsAScopesOwnMockAloneIfTheOuterOneReadsSomethingElse() {
    let outer = Current
    withWorld(french) {
      Probe.$build.withValue(Probe.Build { Current.locale() }) {
        #expect(Current[Probe.self].count.next() == 1)
      }
      withWorld(outer) { #expect(Current[Probe.self].count.next() == 1) }
      #expect(Current.explain().entries.count { $0.name == "SharedMockTests.Probe" } == 1)
    }
  }

  @Test func aMockThatReadNothingOverriddenIsTheOuterOneWithItsState() {
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld(french) { #expect(Current[Cart.self].pay() == "paid 2") }
    #expect(Current[Greeting.self].count.next() == 1)
    withWorld(declined) { #expect(Current[Greeting.self].count.next() == 2) }
    // The date is another dependency than the locale.
    #expect(Current[Stamp.self].count.next() == 1)
    withWorld(french) { #expect(Current[Stamp.self].count.next() == 2) }
  }

  @Test func soItIsIfItWasBuiltInside() {
    withWorld(french) { #expect(Current[Cart.self].pay() == "paid 1") }
    #expect(Current[Cart.self].pay() == "paid 2")
    withWorld(french) { withWorld(french) { #expect(Current[Stamp.self].count.next() == 1) } }
    #expect(Current[Stamp.self].count.next() == 2)
  }

  @Test func inNestedScopesItIsThatOfTheInnermostWhoseOverrideItRead() {
    withWorld(french) {
      #expect(Current[Greeting.self].count.next() == 1)
      withWorld(declined) {
        #expect(Current[Greeting.self].count.next() == 2)
        #expect(Current[Cart.self].pay() == "declined 1")
      }
      #expect(Current[Greeting.self].count.next() == 3)
      #expect(Current[Cart.self].pay() == "paid 1")
    }
    #expect(Current[Greeting.self].count.next() == 1)
    #expect(Current[Cart.self].pay() == "paid 2")
  }

  @Test func aRemovedServiceIsAnOverrideToo() {
    declined(&Current)
    #expect(Current[Cart.self].pay() == "declined 1")
    withWorld {
      $0.remove(Payments.self)
    } operation: {
      #expect(Current[Cart.self].pay() == "paid 1")
    }
    #expect(Current[Cart.self].pay() == "declined 2")
  }

  @Test func aTimeMachineIsAnOverrideOfTheDate() {
    #expect(Current[Stamp.self].count.next() == 1)
    withWorld {
      $0.use(TimeMachine(frozenAt: .distantPast))
    } operation: {
      #expect(Current[Stamp.self].date() == .distantPast)
      #expect(Current[Stamp.self].count.next() == 1)
    }
    #expect(Current[Stamp.self].count.next() == 2)
  }

  @Test func aWriteReachesTheMocksThatAreBuiltAfterIt() {
    #expect(Current[Cart.self].pay() == "paid 1")
    declined(&Current)
    // It was built before.
    #expect(Current[Cart.self].pay() == "paid 2")
    #expect(Current[Checkout.self].finish() == "paid 3")
  }

  @Test func aWriteInAnInnerScopeIsAnOverride() {
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld { _ in
    } operation: {
      #expect(Current[Cart.self].pay() == "paid 2")
      declined(&Current)
      #expect(Current[Cart.self].pay() == "declined 1")
    }
    #expect(Current[Cart.self].pay() == "paid 3")
  }

  @Test func aCapturedWorldSharesTheMocksOfItsScope() async {
    let world = Current
    #expect(await Task.detached { withWorld(world) { Current[Cart.self].pay() } }.value == "paid 1")
    #expect(Current[Cart.self].pay() == "paid 2")
    let changed = world.with(declined)
    #expect(await Task.detached { withWorld(changed) { Current[Cart.self].pay() } }.value == "declined 1")
    #expect(Current[Cart.self].pay() == "paid 3")
  }

  /// Its mock is read from a copy in which what it reads is changed already.
  @Test(arguments: [false, true]) func anUpdateReadsWhatItHasChanged(isBuiltOutside: Bool) {
    let count = isBuiltOutside ? 1 : 0
    if isBuiltOutside { #expect(Current[Cart.self].pay() == "paid 1") }
    for _ in 1...2 {
      withWorld {
        declined(&$0)
        $0[Checkout.self].finish = { [cart = $0[Cart.self]] in "finished: \(cart.pay())" }
      } operation: {
        #expect(Current[Checkout.self].finish() == "finished: declined 1")
        #expect(Current[Cart.self].pay() == "declined 1")
      }
    }
    #expect(Current[Cart.self].pay() == "paid \(count + 1)")
    #expect(Current[Checkout.self].finish() == "paid \(count + 2)")
  }

  @Test func aWriteReadsWhatItHasChanged() {
    func change(_ world: inout World) {
      declined(&world)
      #expect(world[Cart.self].pay() == "declined 1")
    }
    withWorld { _ in
    } operation: {
      change(&Current)
    }
    #expect(Current[Cart.self].pay() == "paid 1")
  }

  @Test(arguments: [false, true]) func aChangedCopyThatIsNotEnteredSharesNothingOfIt(isBuiltOutside: Bool) {
    if isBuiltOutside { #expect(Current[Cart.self].pay() == "paid 1") }
    let changed = Current.with(declined)
    for _ in 1...2 { #expect(changed[Cart.self].pay() == "declined 1") }
    // What it shares is built once.
    #expect(changed[Greeting.self].count.next() == 1)
    #expect(Current[Greeting.self].count.next() == 2)
    #expect(Current[Cart.self].pay() == (isBuiltOutside ? "paid 2" : "paid 1"))
  }

  /// What is changed there stays in the scope in which the copy becomes current.
  @Test func aCapturedWorldThatIsAssignedInsideLeavesTheOneAround() {
    let world = Current
    withWorld { _ in
    } operation: {
      Current = world.with(declined)
      #expect(Current[Cart.self].pay() == "declined 1")
      french(&Current)
      #expect(Current[Greeting.self].language == "fr_FR")
    }
    #expect(Current[Cart.self].pay() == "paid 1")
    #expect(Current[Greeting.self].language == "en_GB")
  }

  /// Also a mock that reads a service later, by what it kept of the world.
  @Test(arguments: [false, true]) func anOverrideReachesAMockThatKeepsTheWorld(isBuiltOutside: Bool) {
    func pay() -> String? { (Current[Probe.self].kept as? @Sendable () -> String)?() }
    let build = Probe.Build { Current.wrap { Current[Payments.self].charge() } }
    Probe.$build.withValue(build) {
      if isBuiltOutside { #expect(pay() == "paid") }
      withWorld(declined) { #expect(pay() == "declined") }
      #expect(pay() == "paid")
    }
  }

  @Test func aWorldMayBeEnteredInItselfAgainAndAgain() {
    var world = Current
    for _ in 1...20_000 { withWorld(world) { world = Current } }
    #expect(withWorld(world) { Current[Cart.self].pay() } == "paid 1")
    #expect(Current[Cart.self].pay() == "paid 2")
  }

  /// Each needs the other one in one of two languages only.
  struct Left: World.Service {
    let text: String
    static var mock: Left {
      Meeting.wait()
      return Left(text: Current.locale().identifier == "fr_FR" ? "left \(Current[Right.self].text)" : "left")
    }
  }
  struct Right: World.Service {
    let text: String
    static var mock: Right {
      Meeting.wait()
      return Right(
        text: Current.locale().identifier == "fr_FR" ? "right" : "right \(Current[Left.self].text)")
    }
  }
  /// Lets the first build of each wait for the other's.
  enum Meeting {
    @TaskLocal static var semaphores: (own: DispatchSemaphore, other: DispatchSemaphore)?
    static func wait() {
      guard let semaphores else { return }
      semaphores.other.signal()
      semaphores.own.wait()
      semaphores.own.signal()
    }
  }

  @Test(.world(.mock, inParallel: true)) func mocksOfDifferentScopesNeedEachOther() async {
    let semaphores = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let world = Current
    async let left = onThread {
      Meeting.$semaphores.withValue(semaphores) {
        withWorld(world) { withWorld(french) { Current[Left.self].text } }
      }
    }
    async let right = onThread {
      Meeting.$semaphores.withValue((semaphores.1, semaphores.0)) {
        withWorld(world) { Current[Right.self].text }
      }
    }
    #expect(await left == "left right")
    #expect(await right == "right left")
  }

  @Test(.world(.mock, inParallel: true)) func scopesThatNeedAMockAtOnceBuildItOnce() async {
    let builds = Count()
    let build = Probe.Build {
      if builds.next() > 1 { return 0 }
      // Until the other scope waits for it, or builds another.
      while builds.value == 1, Build.waiterCount(of: "Probe") == 0 { sched_yield() }
      return 0
    }
    let world = Current
    let read: @Sendable () -> String = {
      Probe.$build.withValue(build) {
        withWorld(world) {
          withWorld {
            $0.uuid = { UUID() }
          } operation: {
            "\(Current[Probe.self].count.next())"
          }
        }
      }
    }
    async let first = onThread(read)
    async let second = onThread(read)
    #expect(await [first, second].sorted() == ["1", "2"])
    #expect(builds.value == 1)
  }

  private func onThread(_ body: @escaping @Sendable () -> String) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }

  @Test func aValueThatWasNotCurrentSharesNone() {
    let world = World.mock.with(declined)
    for _ in 1...2 { withWorld(world) { #expect(Current[Cart.self].pay() == "declined 1") } }
  }

  @Test(.world(.mock, inParallel: true)) func manyScopesAtOnceStayApart() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask { [declined] in
          if number.isMultiple(of: 2) { return Current[Cart.self].pay().hasPrefix("paid") }
          return withWorld(declined) { Current[Cart.self].pay() } == "declined 1"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(Current[Cart.self].pay() == "paid 201")
  }
}
