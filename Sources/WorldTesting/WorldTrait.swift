import Testing
import World
import WorldMocks
import WorldSimulation

/// Gives each test a world of its own.
///
/// See ``Testing/Trait/world(_:autoAdvance:_:)`` and ``Testing/Trait/world(autoAdvance:_:)``.
public struct WorldTrait: TestTrait, SuiteTrait, TestScoping {
  private let autoAdvance: Bool
  private let change: @Sendable (inout World) -> Void

  fileprivate init(autoAdvance: Bool, change: @escaping @Sendable (inout World) -> Void) {
    self.autoAdvance = autoAdvance
    self.change = change
  }

  /// A suite's trait applies to each of its tests.
  public var isRecursive: Bool { true }

  /// Each test case has a scope, one for each argument; a suite has none.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> WorldTrait? {
    testCase == nil ? nil : self
  }

  /// Makes the world of the enclosing traits anew: what a run of an exploration begins with.
  @TaskLocal static var maker: Maker?

  /// A structure, since a task-local that is a closure ends an optimized program of Swift 6.3.
  struct Maker: Sendable {
    let makeWorld: @Sendable () -> World
  }

  /// Runs a test case in a world of its own; in many, if the environment says so.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let sweep = ExploringTrait.sweep else { return try await enter(test, function) }
    try await sweep.provideScope(for: test, testCase: testCase) { try await enter(test, function) }
  }

  private func enter(_ test: Test, _ function: @Sendable () async throws -> Void) async throws {
    // Without an enclosing scope a change starts from a mock world, so that nothing in a test is live by accident.
    // check-world: allow a test's world is a changed copy of its suite's
    let outer = Scope.innermost != nil ? Current : .mock
    var world = outer
    change(&world)
    let maker = Maker { [change, outer = WorldTrait.maker] in
      var world = outer?.makeWorld() ?? .mock
      change(&world)
      return world
    }
    try await WorldTrait.$maker.withValue(maker) {
      try await world.run(TestRun(test.nameAndPlace)) {
        [time = autoAdvance ? world.time : nil] in
        guard let time else { return try await function() }
        try await time.inLockstep(autoAdvance: true) { try await function() }
      }
    }
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
  /// With a closure, the world is changed first: `.world(.mock) { $0.locale = { Locale(identifier: "fr_FR") } }`.
  ///
  /// On a suite it applies to every test inside. Traits compose, outermost first: a test's `.world { … }` changes a
  /// copy of its suite's world. Each case has a scope of its own, so tests run in parallel and don't see each other's
  /// worlds.
  ///
  /// In a mock world time stands still until the test moves it: `await Current.time.advance(by: .seconds(30))`. With
  /// `autoAdvance: true` the test's body and its child tasks run one at a time, and when none of them can go on, time moves
  /// to the next sleeper by itself.
  ///
  /// - Parameters:
  ///   - world: Evaluated for each case, so that cases don't share what `.mock` counts and stores.
  ///   - autoAdvance: Whether time moves by itself when no task of the test can go on.
  ///   - change: Changes the world.
  public static func world(
    _ world: @autoclosure @escaping @Sendable () -> World, autoAdvance: Bool = false,
    _ change: @escaping @Sendable (inout World) -> Void = { _ in }
  ) -> WorldTrait {
    WorldTrait(autoAdvance: autoAdvance) {
      $0 = Exploration.drawn(world())
      change(&$0)
    }
  }

  /// Gives each test (each case of a parameterized one) a changed copy of the enclosing suite's world, or of
  /// `World.mock` if no enclosing suite has one.
  ///
  /// ```swift
  /// @Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
  /// struct FrenchTests { … }
  /// ```
  ///
  /// - Parameters:
  ///   - autoAdvance: Whether time moves by itself when no task of the test can go on.
  ///   - change: Changes the world.
  public static func world(
    autoAdvance: Bool = false, _ change: @escaping @Sendable (inout World) -> Void
  ) -> WorldTrait {
    WorldTrait(autoAdvance: autoAdvance, change: change)
  }
}
