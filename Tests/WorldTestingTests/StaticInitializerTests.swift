#if os(Linux) && DEBUG
  import Foundation
  import Testing
  import World
  import WorldMocks

  @testable import WorldTesting

  private let global = Current.date()

  /// A global that reads a test's world keeps its values for all tests.
  @Suite(.world(.mock))
  struct StaticInitializerTests {
    static let frozen = Current.date()
    static let builder = build()
    static let service = Current[Settings.self]
    static let named = withWorld(.mock) { Current.date() }
    static let later: @Sendable () -> Date = { Current.date() }
    static let number = 42

    struct Settings: World.Service {
      var size = 1
      static var mock: Settings { Settings() }
    }

    @inline(never) static func build() -> [Date] { (0..<3).map { _ in Current.date() } }

    private func isFound(_ issue: Issue) -> Bool {
      let text = "\(issue.comments)"
      return text.contains("A global or a static let was initialized with Current in the test ")
        && text.contains("StaticInitializerTests.swift:")
    }

    @Test func aStaticLetIsFoundWithItsLine() {
      let line = StaticInitializerTests.lineOfFrozen
      withKnownIssue {
        #expect(Self.frozen == World.mock.date())
      } matching: {
        isFound($0) && $0.sourceLocation?.line == line
      }
      // It is initialized.
      _ = Self.frozen
    }

    private static let lineOfFrozen = 14

    @Test func soIsAGlobal() {
      withKnownIssue {
        _ = global
      } matching: {
        isFound($0)
      }
    }

    @Test func oneReportIsEnoughForATest() {
      let count = Lock(0)
      withKnownIssue {
        #expect(Self.builder.count == 3)
      } matching: {
        count.withLock { $0 += 1 }
        return isFound($0)
      }
      #expect(count.withLock { $0 } == 1)
    }

    @Test func soIsAService() {
      withKnownIssue {
        _ = Self.service
      } matching: {
        isFound($0)
      }
    }

    @Test func inATaskOfTheTestToo() async {
      struct Other { static let frozen = Current.locale() }
      await withKnownIssue {
        await Task { _ = Other.frozen }.value
      } matching: {
        isFound($0)
      }
    }

    @Test func whatIsReadLaterOrInAWorldByNameIsFine() {
      #expect(Self.later() == World.mock.date())
      #expect(Self.named == World.mock.date())
      #expect(Self.number == 42)
      #expect(Current.date() == World.mock.date())
    }
  }
#endif
