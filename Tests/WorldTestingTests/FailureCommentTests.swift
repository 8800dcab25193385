#if compiler(>=6.2) && os(Linux)
  import CWorldTesting
  import Dispatch
  import Foundation
  import TestSupport
  import Testing
  import World
  import WorldMocks

  @testable import WorldTesting

  /// A failure says what the test's other tasks were doing.
  struct FailureCommentTests {
    private static func load() async -> Int {
      try? await Current.sleep(.seconds(1))
      return 1
    }

    private func comments(_ body: @escaping @Sendable () async -> Void) async throws -> [String] {
      let comments = try await commentsInMockWorld(body)
      return comments.map { $0.replacing(/Tests\.swift:\d+/, with: "Tests.swift:…") }
    }

    @Test func aTaskThatHasNotBegun() async throws {
      let comments = try await comments {
        Task { _ = Current.locale() }
        Issue.record("it fails")
      }
      #expect(comments.count == 2 && comments[0] == "it fails", "\(comments)")
      #if DEBUG
        let place =
          "task 2 hasn't begun: created in `a closure in FailureCommentTests.aTaskThatHasNotBegun` at FailureCommentTests.swift:…"
      #else
        let place = "task 2 hasn't begun"
      #endif
      #expect(comments.last?.hasPrefix(place) == true, "\(comments)")
      #expect(
        comments.last?.hasSuffix(". To run it, await its value, or: await Current.time.advance(by: .zero)")
          == true,
        "\(comments)")
    }

    @Test func aTaskThatSleeps() async throws {
      let comments = try await comments {
        let task = Task { await Self.load() }
        await Current.time.advance(by: .milliseconds(500))
        Issue.record("it fails")
        task.cancel()
      }
      #expect(comments.count == 2, "\(comments)")
      #expect(
        comments.last?.hasPrefix("task 2 sleeps 0.5 s more in `FailureCommentTests.load`") == true,
        "\(comments)")
      #expect(
        comments.last?.hasSuffix(". To let it go on: await Current.time.advance(by: .seconds(0.5))") == true,
        "\(comments)")
    }

    @Test func fiveLinesAtMost() async throws {
      let comments = try await comments {
        for number in 1...7 { Task { try await Current.sleep(.seconds(number)) } }
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        await Current.time.advance(by: .zero)
        Issue.record("it fails")
      }
      #expect(comments.count == 6, "\(comments)")
      #expect(comments.last == "4 more tasks aren't over")
      #expect(comments.dropFirst().first?.hasPrefix("task 2 sleeps 1 s more") == true, "\(comments)")
    }

    @Test func aTestOfOneTaskNeedsNoComment() async throws {
      #expect(try await comments { Issue.record("it fails") } == ["it fails"])
    }

    @Test func aReportThatExplainsItselfHasNone() async throws {
      let comments = try await comments {
        Task {}
        IssueReporter.report("It fails", fixes: ["don't"])
      }
      #expect(comments.count == 1, "\(comments)")
    }

    private static let dateOfTheFirstUse = Date()

    /// It keeps the first test's date in all others.
    @Test func aVariableThatIsInitializedWithADate() async throws {
      for text in ["dateOfTheFirstUse is wrong", "it fails"] {
        let comments = try await commentsInMockWorld {
          #expect(Self.dateOfTheFirstUse == Current.date())
          Issue.record(Comment(rawValue: text))
        }
        let words = "`dateOfTheFirstUse` was initialized with Date() in aVariableThatIsInitializedWithADate()"
        #expect(comments.contains { $0.hasPrefix(words) } == (text != "it fails"), "\(comments)")
      }
    }

    @Test func aTaskThatSleepsInAnotherMachine() async throws {
      let comments = try await comments {
        let sleep = withWorld(.mock) { Current.sleep }
        let task = Task { try await sleep(.seconds(1)) }
        await Current.time.advance(by: .seconds(1))
        Issue.record("it fails")
        task.cancel()
      }
      #expect(comments.last?.contains(", in another time machine than Current.time") == true, "\(comments)")
      #expect(comments.last?.contains("advance(by:") == false, "\(comments)")
    }

    @Test(arguments: [true, false]) func anIdentifierOfTheSystem(isAsked: Bool) async throws {
      let comments = try await comments {
        if isAsked { _ = UUID() }
        Issue.record("it fails")
      }
      let words = "UUID() was asked for, and is the system's. Use Current.uuid(), which counts."
      #expect(comments == (isAsked ? ["it fails", words] : ["it fails"]))
    }

    private actor Cache {
      static let shared = Cache()
      private var uses = 0
      @inline(never) func use() { uses += 1 }
    }

    @Test func anActorThatAnotherTestUsed() async throws {
      let address = UInt(bitPattern: Unmanaged.passUnretained(Cache.shared).toOpaque())
      #expect(Turns.ofProcess.noteUse(of: address, by: "the test other()") == nil)
      #expect(Turns.ofProcess.noteUse(of: address, by: "the test other()") == nil)
      let comments = try await comments {
        await Cache.shared.use()
        Issue.record("it fails")
      }
      #expect(
        comments == [
          "it fails",
          "`Cache` is an actor that the test other() used before: its state stays. Make it a service with a mock.",
        ])
    }

    /// A `static let shared` is created by the first test that uses it.
    @Test func anActorThatAnotherTestCreated() {
      let (turns, first) = (Turns { _ in }, TestMonitor())
      turns.noteCreation(of: 1, by: first)
      turns.noteCreation(of: 2, by: first)
      turns.forget(2)
      #expect(turns.noteUse(of: 1, by: "other") == nil)
      turns.endTurn(of: first, isOver: true)
      #expect(turns.noteUse(of: 1, by: "other") == first.name)
      #expect(turns.noteUse(of: 2, by: "other") == nil)
    }

    /// An actor of the test is new.
    @Test func anActorThatTheTestCreated() async throws {
      let comments = try await comments {
        await Cache().use()
        Issue.record("it fails")
      }
      #expect(comments == ["it fails"])
    }

    #if DEBUG
      private static func scheduleTimer() {
        let timer = Timer(timeInterval: 1, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        timer.invalidate()
      }

      /// A timer of Foundation asks for the date itself.
      @Test func aTimerDoesNotAskForTheDate() async throws {
        let comments = try await comments {
          Self.scheduleTimer()
          Issue.record("it fails")
        }
        #expect(comments == ["it fails"])
      }
    #endif

    /// Another thread runs those steps.
    @Test func theMainActorAskedForTheDate() async throws {
      let comments = try await comments {
        await MainActor.run { _ = Date() }
        await Task.yield()
        Issue.record("it fails")
      }
      #expect(comments.last?.hasPrefix("Date() was asked for") == true, "\(comments)")
    }

    /// It is recorded outside of the test's scope, whose world wasn't replaced.
    @Test func aDeadEndIsNotSaidToHaveAnotherWorld() async throws {
      let texts = try await commentsOfIssues { test in
        let trait = WorldTrait.world { $0.locale = { Locale(identifier: "fr_FR") } }
        try? await trait.provideScope(for: test, testCase: nil) { try await Current.sleep(.seconds(1)) }
      }
      #expect(texts.count == 1 && texts[0].hasPrefix("Time stands still"), "\(texts)")
    }

    /// In an expectation, which has a line of its own.
    @Test func whatIsAskedOfFoundation() async throws {
      let comments = try await comments {
        #expect(TimeZone.current.identifier == "Mars/Phobos")
        #expect(Current.locale().identifier == "tlh")
      }
      #expect(comments == ["TimeZone.current is the system's. Use Current.timezone()."], "\(comments)")
    }

    @Test func aSleepBesideTasksInParallel() async throws {
      let world = World.mock
      let maker = WorldTrait.Maker(
        makeWorld: { world }, autoAdvance: false, system: .world, depth: 1, isOfSuite: false,
        changes: Changes(),
        comment: nil)
      let texts = try await commentsOfIssues { test in
        try await FailureComments(of: test, in: world, maker).explaining {
          let task = Task { try await world.sleep(.seconds(2)) }
          try await world.time.waitForSleepers()
          Issue.record("it fails")
          task.cancel()
        }
      }
      #expect(
        texts == [
          "it fails",
          "Time stands still, and a task sleeps, the first for 2 s more. To let it go on: await Current.time.advance(by: .seconds(2), sleepers: 1)",
        ])
    }

    @Test func aVariableIsNamedByAWholeWord() {
      #expect(DateVariables.comments(on: "adateOfTheFirstUse").isEmpty)
    }

    @Test func timeThatPassedOnlyInTheTest() async throws {
      let comments = try await comments {
        DispatchQueue.global().async {}
        await Current.time.advance(by: .seconds(3_600))
        Issue.record("it fails")
      }
      // A sanitizer replaces what tells that.
      guard world_testing_sees_work_outside() else {
        #expect(comments == ["it fails"])
        return
      }
      #expect(comments.last?.hasPrefix("3600 s passed in the test's time, and ") == true, "\(comments)")
      #expect(
        comments.last?.hasSuffix(" s outside: a queue or a thread of the test may still work") == true,
        "\(comments)")
    }
  }
#endif
