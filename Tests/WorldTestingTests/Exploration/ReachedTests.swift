import Foundation
import Testing
import World
import WorldMocks

@testable import WorldSimulation
@testable import WorldTesting

/// States that some run must reach, and tests that never get there.
struct ReachedTests {
  @Test func aStateThatNoRunReachesFails() async {
    let report = await World.Exploration(runs: 20).run {
      _ = Current.locale()
      World.mustReach("negative", if: false)
    }
    #expect(report.unreachedStates == ["negative"])
    #expect(report.runs == 20 && report.failedAt == nil && report.token == nil)
    #expect(
      report.description == """
        Passed in 20 runs, but no run reached "negative": the test proves nothing about that. To fix it, one of:
        - let the test do what leads there
        - give it more runs, or faults by `World.Fault.inject`
        - if it can't be reached, remove the `World.mustReach`
        """)
  }

  @Test func aStateThatOneRunReachesPasses() async {
    let report = await World.Exploration(runs: 200).run {
      World.mustReach("Turkish", if: false)
      World.mustReach("Turkish", if: Current.locale().language.languageCode == "tr")
      World.mustReach("Turkish", if: false)
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.unreachedStates.isEmpty)
  }

  @Test func severalStatesAreNamed() async {
    let report = await World.Exploration(runs: 1).run {
      for name in ["b", "a"] { World.mustReach(name, if: false) }
    }
    #expect(report.failureText?.hasPrefix(#"Passed in 1 run, but no run reached "a", "b": the"#) == true)
  }

  @Test func anotherFailureIsTheFailure() async {
    let report = await World.Exploration(runs: 20).run {
      World.mustReach("never", if: false)
      throw Overdrawn()
    }
    #expect(report.failureText == "threw Overdrawn()")
    #expect(!report.description.contains("never"))
  }

  @Test func theRunOfATokenReachesNothing() async {
    let body: @Sendable () async throws -> Void = {
      let own = World.Exploration.silentMock().locale().identifier
      World.mustReach("another locale", if: Current.locale().identifier != own)
    }
    let token = await withRuns(of: body) { explorer in
      let outcome = explorer.run(Plan())
      return Token(outcome.input, trace: outcome.trace).text
    }
    let one = await World.Exploration(runs: 1, only: token).run(body)
    #expect(one.description == "The run of this token passed.")
    let first = await World.Exploration(runs: 100, including: [token]).run(body)
    #expect(first.failureText == nil, "\(first)")
  }

  @Test(arguments: [true, false]) func runsThatAreTooFewOnlyNameIt(isSweep: Bool) async {
    var exploration = World.Exploration(runs: 20)
    if isSweep { exploration.stopsAtFailure = false } else { exploration.deadline = .now - .seconds(1) }
    let report = await exploration.run {
      _ = Current.locale()
      World.mustReach("negative", if: false)
    }
    #expect(report.failureText == nil)
    #expect(report.description.contains("Never reached: \"negative\"."), "\(report)")
  }

  @Test func aSweepNamesWhatNoTestReached() async throws {
    let table = SweepTable()
    for isReached in [true, false] {
      var exploration = World.Exploration(runs: 5)
      exploration.stopsAtFailure = false
      let report = await exploration.run {
        _ = Current.date()
        World.mustReach("reached in the sweep", if: isReached)
        World.mustReach("unreached in the sweep", if: false)
      }
      table.add(report, of: try #require(Test.current), isSweep: true)
    }
    let unreached = table.report(isComplete: false).unreachedFaults
    #expect(unreached == ["unreached in the sweep"])
  }

  @Test(.world(.mock)) func aPlainTestNotesNothing() {
    World.mustReach("in a plain test", if: false)
    #expect(Scheduler.current?.core.faults.states.isEmpty == true)
  }

  @Test func statesInASourceAreKnown() {
    #expect(FaultPoints.names(in: "World.mustReach(\"charged twice\", if: charges > 1)") == ["charged twice"])
    let two = "World.mustReach(\"one\", if: a); World.mustReach(\"other\", if: b)"
    #expect(FaultPoints.names(in: two) == ["one", "other"])
    #expect(FaultPoints.names(in: "// A comment\r\nWorld.mustReach(\"one\", if: a)\r\n") == ["one"])
  }

  @Test(arguments: VacuousTest.all) func vacuousTestsAreFound(test: VacuousTest) async {
    let exploration = World.Exploration(runs: 300, varying: test.dimensions)
    let vacuous = await exploration.run { try await test.body(true) }
    #expect(vacuous.failure?.identity == "unreached", "\(vacuous)")
    #expect(vacuous.unreachedStates == [test.state])
    let repaired = await World.Exploration(runs: 300).run { try await test.body(false) }
    #expect(repaired.failureText == nil, "\(repaired)")
  }
}

/// A test whose expectations pass because it never gets where they could fail.
struct VacuousTest: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// What it must reach, and doesn't.
  var state: String
  var dimensions = World.Exploration.Dimensions.all
  /// The test, and what it would be without the mistake.
  var body: @Sendable (_ isVacuous: Bool) async throws -> Void

  private actor Shop {
    private(set) var charges = 0
    private(set) var visitors = 0
    private(set) var mostVisitors = 0

    func charge(_ key: String) { charges += 1 }

    func visit() async {
      visitors += 1
      mostVisitors = max(visitors, mostVisitors)
      await Task.yield()
      visitors -= 1
    }
  }

  static let all = [
    VacuousTest(testDescription: "a fault before the charge, not after", state: "charged, reply lost") {
      isVacuous in
      let shop = Shop()
      let fault: World.Fault = isVacuous ? .throwing(Overdrawn()) : .throwingAfterwards(Overdrawn())
      let charge = World.Fault.inject("charge", fault) { (key: String) in await shop.charge(key) }
      let isConfirmed = (try? await charge("key")) != nil
      World.mustReach("charged, reply lost", if: await shop.charges == 1 && !isConfirmed)
    },
    VacuousTest(testDescription: "a faulty closure that nobody uses", state: "tried again") { isVacuous in
      let shop = Shop()
      let live: @Sendable (String) async throws -> Void = { await shop.charge($0) }
      let unreliable = World.Fault.inject("charge", .cancelled, into: live)
      let charge = isVacuous ? live : unreliable
      var tries = 1
      while tries < 3, (try? await charge("key")) == nil { tries += 1 }
      World.mustReach("tried again", if: tries > 1)
    },
    VacuousTest(testDescription: "an amount that is always there", state: "refused") { isVacuous in
      var balance = isVacuous ? 1_000_000 : 100
      for _ in 0..<2 {
        let isRefused = balance < 60
        if !isRefused { balance -= 60 }
        World.mustReach("refused", if: isRefused)
      }
    },
    VacuousTest(testDescription: "tasks one after the other", state: "both inside") { isVacuous in
      let shop = Shop()
      if isVacuous {
        for _ in 0..<2 { await Task { await shop.visit() }.value }
      } else {
        async let first: Void = shop.visit()
        async let second: Void = shop.visit()
        _ = await (first, second)
      }
      World.mustReach("both inside", if: await shop.mostVisitors == 2)
    },
    VacuousTest(testDescription: "an order that is fixed", state: "second first", dimensions: .date) { _ in
      let log = EventLog()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...2 { group.addTask { log.note("\(number)") } }
      }
      World.mustReach("second first", if: log.drain() == ["2", "1"])
    },
    VacuousTest(testDescription: "a cache that is always warm", state: "missed") { isVacuous in
      var cache = isVacuous ? [1: "one"] : [:]
      for _ in 0..<2 {
        World.mustReach("missed", if: cache[1] == nil)
        cache[1] = "one"
      }
    },
    VacuousTest(testDescription: "a loop over nothing", state: "expired") { isVacuous in
      World.mustReach("expired", if: false)
      let ages = isVacuous ? [] : [1, 40]
      for age in ages { World.mustReach("expired", if: age > 30) }
    },
    VacuousTest(testDescription: "a guard that always leaves", state: "checked") { isVacuous in
      World.mustReach("checked", if: false)
      guard Current.settings.read("account") != nil || !isVacuous else { return }
      World.mustReach("checked", if: true)
    },
    VacuousTest(testDescription: "a limit that nothing exceeds", state: "timed out") { isVacuous in
      let limit = isVacuous ? 3_600.0 : 15
      let start = Current.date()
      try await Current.sleep(.seconds(10))
      World.mustReach("timed out", if: Current.date().timeIntervalSince(start) > limit)
    },
    VacuousTest(testDescription: "a date of its own", state: "leap day") { isVacuous in
      let date = isVacuous ? Date(timeIntervalSince1970: 0) : Current.date()
      _ = Current.locale()
      World.mustReach("leap day", if: date.formatted(.iso8601.month().day()) == "02-29")
    },
  ]
}
