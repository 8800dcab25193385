import Foundation
import Synchronization
import TestSupport
import Testing
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import World

@Suite(.world(.mock, inParallel: true))
struct BootstrapTests {
  struct Unready: Error {}

  /// An app's launch code.
  private func launch() {
    World.bootstrap { $0.locale = { Locale(identifier: "fr_FR") } }
  }

  @Test func inAScopeItSetsThatScopeUp() {
    launch()
    #expect(Current.locale().identifier == "fr_FR")
    withWorld(.mock) {
      launch()
      #expect(Current.locale().identifier == "fr_FR")
    }
  }

  @Test func afterwardsAScopeMayStillBeWritten() {
    launch()
    Current.locale = { Locale(identifier: "de_DE") }
    #expect(Current.locale().identifier == "de_DE")
  }

  @Test func aSecondCallIsRefusedAndReportedWithBothPlaces() {
    let first = #line + 1
    World.bootstrap { $0.timezone = { .gmt } }
    let second = #line + 2
    withKnownIssue {
      World.bootstrap { $0.timezone = { TimeZone(identifier: "Asia/Tokyo")! } }
    } matching: { issue in
      issue.sourceLocation?.line == second
        && issue.comments.contains { "\($0)".contains("BootstrapTests.swift:\(first)") }
    }
    #expect(Current.timezone() == .gmt)
  }

  @Test func aThirdCallIsReportedWithThePlaceOfTheFirst() {
    let first = #line + 1
    World.bootstrap { $0.timezone = { .gmt } }
    for _ in 2...3 {
      let issues = reports { World.bootstrap { $0.locale = { Locale(identifier: "fr_FR") } } }
      #expect(issues.isOne(saying: "the first call was at", "BootstrapTests.swift:\(first)."))
    }
    #expect(Current.locale().identifier == "en_GB")
  }

  @Test func insideAWriteBothTakeEffect() {
    func change(_ world: inout World, _ body: () -> Void) {
      body()
      world.locale = { Locale(identifier: "fr_FR") }
    }
    change(&Current) { World.bootstrap { $0.timezone = { .gmt } } }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test func aWriteInsideItTakesEffect() {
    World.bootstrap {
      Current.locale = { Locale(identifier: "fr_FR") }
      $0.timezone = { .gmt }
    }
    #expect(Current.timezone() == .gmt)
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test func whileOneIsUnderWayAnotherIsRefusedWithItsPlaceAndMayFollowAnError() {
    let line = #line + 2
    let issues = reports {
      try? World.bootstrap { (world: inout World) throws(Unready) in
        World.bootstrap { $0.date = { .distantFuture } }
        throw Unready()
      }
    }
    #expect(issues.isOne(saying: "refused, while the one at \(#fileID):\(line) was under way"))
    #expect(reports { World.bootstrap { $0.date = { .distantPast } } }.isEmpty)
    #expect(Current.date() == .distantPast)
  }

  @Test func whenSettingUpFailsNothingChangedAndItMayBeTriedAgain() {
    #expect(throws: Unready.self) {
      try World.bootstrap { world throws(Unready) in
        world.timezone = { .gmt }
        throw Unready()
      }
    }
    #expect(Current.timezone().identifier == "Europe/London")
    World.bootstrap { $0.timezone = { .gmt } }
    #expect(Current.timezone() == .gmt)
  }
}

extension World {
  /// Assigns a dependency and several services in one write.
  fileprivate mutating func assignSeveral() {
    self[ServiceTests.Payments.self] = .mock
    date = { .distantPast }
    self[ServiceTests.Place.self] = ServiceTests.Place(zone: "assigned")
    self[ServiceTests.Counter.self] = .mock
  }
}

#if os(Linux) || os(macOS)
  /// The only tests that touch the process-wide world, each in a process of its own.
  @Suite
  struct ProcessWideTests {
    struct Unseen: World.LiveService, World.HiddenService {
      var number = 0
      static var live: Unseen { Unseen() }
      static var mock: Unseen { Unseen() }
    }

    @Test func writesOutsideAnyScopeAreSeenByEveryThreadAndScopesHideThem() async {
      await #expect(processExitsWith: .success) {
        Current.date = { .distantPast }
        #expect(Current.date() == .distantPast)
        #expect(await Task.detached { Current.date() }.value == .distantPast)
        withWorld(.mock) {
          Current.date = { .distantFuture }
          #expect(Current.date() == .distantFuture)
        }
        #expect(Current.date() == .distantPast)
        withWorld {
          $0.timezone = { .gmt }
        } operation: {
          #expect(Current.date() == .distantPast)
        }
        Current = World(date: { .distantFuture })
        #expect(Current.date() == .distantFuture)
      }
    }

    @Test func writersOfDifferentDependenciesBothWin() async {
      await #expect(processExitsWith: .success) {
        for round in 0..<100 {
          async let one: Void = Task.detached {
            Current.date = { Date(timeIntervalSince1970: Double(round)) }
          }.value
          async let two: Void = Task.detached { Current.locale = { Locale(identifier: "x-\(round)") } }.value
          _ = await (one, two)
          #expect(Current.date().timeIntervalSince1970 == Double(round))
          #expect(Current.locale() == Locale(identifier: "x-\(round)"))
        }
      }
    }

    @Test func readersMeetOnlyWholeWorlds() async {
      await #expect(processExitsWith: .success) {
        func world(_ number: Int) -> World {
          World(
            date: { Date(timeIntervalSince1970: Double(number)) },
            random: World.RandomSource { UInt64(number) })
        }
        Current = world(0)
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for number in 1...2_000 { Current = world(number) }
          }
          for _ in 0..<2 {
            group.addTask {
              for _ in 0..<2_000 {
                let seen = Current
                #expect(UInt64(seen.date().timeIntervalSince1970) == seen.random.next())
              }
            }
          }
        }
        #expect(Current.random.next() == 2_000)
      }
    }

    @Test func aScopeBeginsWithNoOlderWorldThanItsThreadHasRead() async {
      await #expect(processExitsWith: .success) {
        Current.date = { .distantPast }
        Thread.detachNewThread { Current.date = { .distantFuture } }
        while Current.date() == .distantPast { sched_yield() }
        let inside = withWorld {
          $0.timezone = { .gmt }
        } operation: {
          Current.date()
        }
        #expect(inside == .distantFuture)
      }
    }

    @Test func aProcessWideMockThatBuildsAnotherBuildsTheOneThatIsRead() async {
      await #expect(processExitsWith: .success) {
        Current = .mock
        #expect(Current[Whole.self].part.id === Current[Part.self].id)
      }
    }

    struct Whole: World.Service {
      var part: Part
      static var mock: Whole { Whole(part: Current[Part.self]) }
    }

    struct Part: World.Service {
      final class ID: Sendable {}
      var id = ID()
      static var mock: Part { Part() }
    }

    @Test func bootstrapSetsTheProcessUpAndLaterWritesAreReportedOnStandardError() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        World.bootstrap { $0.locale = { Locale(identifier: "fr_FR") } }
        #expect(await Task.detached { Current.locale().identifier }.value == "fr_FR")
        // A detached task belongs to no test, so the report goes to standard error.
        await Task.detached { Current.locale = { Locale(identifier: "de_DE") } }.value
        #expect(Current.locale().identifier == "de_DE")
        withWorld(.mock) { Current.locale = { Locale(identifier: "it_IT") } }
        Current.settings = .inMemory()
        Current[Unseen.self].number = 1
        Current[ServiceTests.Counter.self] = .mock
        Current.assignSeveral()
        Current = .live
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let reports = output.split(separator: "\n").filter { $0.hasPrefix("World: ") }
      // A hidden service isn't named, and a world that is assigned has changes that aren't known: the third says both.
      #expect(reports.count == 5)
      #expect(reports.dropFirst().first?.contains("was written (settings) after World.bootstrap") == true)
      #expect(reports.dropFirst(2).first?.contains("was written after World.bootstrap") == true)
      #expect(
        reports.dropFirst(3).first?.contains("was written (ServiceTests.Counter) after World.bootstrap")
          == true)
      #expect(
        reports.last?.contains(
          "was written (date, ServiceTests.Counter, ServiceTests.Payments, ServiceTests.Place)")
          == true)
      #expect(reports.first?.contains("was written (locale) after World.bootstrap") == true)
      #expect(reports.first?.contains("BootstrapTests.swift:") == true)
      #expect(reports.first?.contains("To fix it") == true)
    }

    @Test func ofThreadsThatBeginAtOnceOneSetsTheProcessUp() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let updates = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { number in
          World.bootstrap {
            updates.add(1, ordering: .relaxed)
            $0.random = World.RandomSource { UInt64(number) }
          }
        }
        #expect(updates.load(ordering: .relaxed) == 1)
        #expect(Current.random.next() < 8)
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("World.bootstrap was called"))
    }

    @Test func aWriteDuringItIsNotAfterIt() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        World.bootstrap { world in
          Current.date = { .distantPast }
          world.locale = { Locale(identifier: "fr_FR") }
        }
        #expect(Current.date() == .distantPast)
        #expect(Current.locale().identifier == "fr_FR")
      }
      #expect(try #require(result).standardErrorContent.isEmpty)
    }

    @Test func anExitTestMayWriteTheWorldOfItsProcess() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Current.date = { .distantPast }
        await Task.detached { Current.locale = { Locale(identifier: "fr_FR") } }.value
        World.bootstrap { $0 = $0.with { $0.timezone = { .gmt } } }
        #expect(Current.date() == .distantPast && Current.locale().identifier == "fr_FR")
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(!output.contains("World: "))
    }

    @Test func aMockWorldWhereNoTestsRunIsReported() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        IssueReporter.tests = nil
        let simulation = World.Simulation(locale: Locale(identifier: "fr_FR"))
        withWorld(.mock) { Current = .mock }
        Current = World.live
        Current = .mock.using(simulation)
        writeLineToStandardError("next")
        Current = .mock
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let lines = output.split(separator: "\n").filter { $0 == "next" || $0.hasPrefix("World: ") }
      #expect(lines.count == 2 && lines.first == "next", "\(output)")
      #expect(
        lines.last?.hasPrefix(
          "World: The world of this process is a mock world, and no tests run with WorldTesting.") == true)
    }

    @Test func soItIsByBootstrapUnlessItIsSimulated() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        IssueReporter.tests = nil
        withWorld(.live) { World.bootstrap { $0 = .mock } }
        World.bootstrap { $0 = .mock }
      }
      let simulated = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        IssueReporter.tests = nil
        World.bootstrap {
          $0 = .mock
          $0.use(World.Simulation(locale: Locale(identifier: "fr_FR")))
        }
      }
      let outputs = try [result, simulated].map {
        String(decoding: try #require($0).standardErrorContent, as: UTF8.self)
      }
      #expect(outputs[0].split(separator: "\n").count { $0.contains("World: ") } == 1, "\(outputs)")
      #expect(
        outputs[0].contains(
          "World: The world of this process is a mock world, and no tests run with WorldTesting."))
      #expect(!outputs[1].contains("World: "), "\(outputs)")
    }

    @Test func aProcessWideWriteDoesNotReachIntoScopes() async {
      await #expect(processExitsWith: .success) {
        Current.date = { .distantPast }
        #expect(Current.date() == .distantPast)
        await withWorld(World(date: { .distantFuture })) {
          await Task.detached { Current.date = { Date(timeIntervalSince1970: 1) } }.value
          #expect(Current.date() == .distantFuture)
        }
        #expect(Current.date().timeIntervalSince1970 == 1)
      }
    }

    @Test func pastTheCachedWorldsReadersSeeEachWrite() async {
      await #expect(processExitsWith: .success) {
        func check(_ numbers: Range<Int>) {
          for number in numbers {
            Current.date = { Date(timeIntervalSince1970: Double(number)) }
            if number % 2 == 0 { Current.random = World.RandomSource { UInt64(number) } }
            precondition(Current.date().timeIntervalSince1970 == Double(number))
            precondition(Current.random.next() == UInt64(number & ~1))
          }
        }
        // At first without any scope in the process, then in one, then outside after one.
        check(0..<6_000)
        withWorld(.mock) { check(0..<6_000) }
        check(6_000..<6_100)
      }
    }

    @Test func untilTheFirstScopeReadersAskForNone() async {
      await #expect(processExitsWith: .success) {
        var hasShortcut: Bool { Scope.onlyAddress.load(ordering: .acquiring) != nil }
        Current.date = { .distantPast }
        #expect(Current.date() == .distantPast)
        #expect(hasShortcut)
        withWorld(.mock) { #expect(!hasShortcut) }
        Current.date = { .distantFuture }
        #expect(!hasShortcut)
      }
    }

    @Test func wrappingClosuresOfTheProcessIsNoWrite() async {
      await #expect(processExitsWith: .success) {
        Current.date = { .distantPast }
        Scope.exchange { world in
          world.wrapClosures { world in
            world.uuid = { UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)) }
          }
        }
        #expect(Current.date() == .distantPast)
        #expect(Current.uuid().uuidString.hasPrefix("01020304"))
        #expect(Current.isAssigned(.date) && !Current.isAssigned(.uuid))
      }
    }

    @Test func readingThroughAServiceIsNoWrite() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Task.detached {
          World.bootstrap {
            $0 = .live
            $0.settings = .inMemory()
          }
          Current.settings[.launches] += 1
          #expect(Current.settings[.launches] == 1)
          _ = Current.random { Int.random(in: 0..<10, using: &$0) }
          _ = Current.calendar()
        }.value
      }
      #expect(!String(decoding: try #require(result).standardErrorContent, as: UTF8.self).contains("World: "))
    }

    @Test func aCircleOfMocksStopsTheProgramWithItsPath() async throws {
      struct Ping: World.Service {
        static var mock: Ping {
          _ = Current[Pong.self]
          return Ping()
        }
      }
      struct Pong: World.Service {
        static var mock: Pong {
          _ = Current[Ping.self]
          return Pong()
        }
      }
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Task.detached { withWorld(.mock) { _ = Current[Ping.self] } }.value
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("Ping -> Pong -> Ping"))
    }
  }
#endif

/// Without a world, so that it writes the process-wide one; its service is no other test's.
struct ProcessWideWriteTests {
  private struct Own: World.Service {
    var number = 0
    static var mock: Own { Own() }
  }

  @Test func aProcessWideWriteIsReportedUnderItsTest() {
    let issues = reports { Current[Own.self] = Own(number: 1) }
    #expect(
      issues.isOne(
        saying: "The test aProcessWideWriteIsReportedUnderItsTest() (WorldTests/",
        "wrote the process-wide world (ProcessWideWriteTests.Own)"))
    #expect(Current[Own.self].number == 1)
  }
}
