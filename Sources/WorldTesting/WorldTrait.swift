import Testing
import World
import WorldMocks

/// Gives each test a world of its own.
///
/// See ``Testing/Trait/world(_:)-(()->World)`` and ``Testing/Trait/world(_:)-((World)->Void)``.
public struct WorldTrait: TestTrait, SuiteTrait, TestScoping {
  private let change: @Sendable (inout World) -> Void

  fileprivate init(change: @escaping @Sendable (inout World) -> Void) { self.change = change }

  /// A suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  /// Each test case has a scope, one for each argument; a suite has none.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> WorldTrait? {
    testCase == nil ? nil : self
  }

  /// Runs a test case in a world of its own.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Without an enclosing scope a change starts from a mock world, so that nothing in a test is live by accident.
    // check-world: allow a test's world is a changed copy of its suite's
    let outer = World.isScoped ? Current : .mock
    var world = outer
    change(&world)
    let place = "\(test.sourceLocation.fileID):\(test.sourceLocation.line)"
    try await world.run(during: TestOrigin(name: test.name, place: place), operation: function)
  }
}

extension Trait where Self == WorldTrait {
  /// Gives each test (each case of a parameterized one) this world.
  ///
  /// ```swift
  /// @Test(.world(.mock)) func greets() {
  ///   #expect(GreetingBuilder.build().text == "Good afternoon")
  /// }
  /// ```
  ///
  /// On a suite it applies to every test inside. Traits compose, outermost first: a test's `.world { … }` changes a
  /// copy of its suite's world. Each case has a scope of its own, so tests run in parallel and don't see each other's
  /// worlds.
  ///
  /// - Parameter world: Evaluated for each case, so that cases don't share what `.mock` counts and stores.
  public static func world(_ world: @autoclosure @escaping @Sendable () -> World) -> WorldTrait {
    WorldTrait { $0 = world() }
  }

  /// Gives each test (each case of a parameterized one) a changed copy of the enclosing suite's world, or of
  /// `World.mock` if no enclosing suite has one.
  ///
  /// ```swift
  /// @Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
  /// struct FrenchTests { … }
  /// ```
  public static func world(_ change: @escaping @Sendable (inout World) -> Void) -> WorldTrait {
    WorldTrait(change: change)
  }
}
