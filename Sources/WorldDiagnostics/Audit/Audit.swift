import World

extension World {
  /// What a world holds, and all that is wrong with it.
  ///
  /// ```swift
  /// @Test func launchAssignsEverything() async {
  ///   let audit = await World().with(App.setUp).audit(Payments.self, Cart.self)
  ///   #expect(audit.problems.isEmpty, "\(audit)")
  /// }
  /// ```
  public struct Audit: Sendable, Equatable, Codable, CustomStringConvertible {
    /// What a dependency is.
    public enum State: String, Sendable, Codable, CaseIterable {
      /// The real thing.
      case live
      /// A mock world's.
      case mock
      /// What the program or the test assigned.
      case assigned
      /// Nobody assigned it, and a mock, or nothing, stands in.
      case unassigned
      /// Its closure must not be called.
      case unimplemented
      /// Building or using it fails.
      case `throws`
      /// It is needed to build itself.
      case cyclic
      /// It contradicts other dependencies, or the program's surroundings.
      case incoherent
    }

    /// What is known of one dependency.
    public struct Finding: Sendable, Equatable, Codable {
      /// The dependency's name: `date`, a service's type, or a check's name.
      public var name: String
      /// What it is.
      public var state: State
      /// What is wrong, or where the value came from.
      public var detail: String
      /// The way out, if something is wrong.
      public var fix: String?

      /// Whether something is wrong.
      public var isProblem: Bool { ![.live, .mock, .assigned].contains(state) }
    }

    /// All that was looked at: the built-in dependencies, the services, the checks.
    public var findings: [Finding]

    /// What is wrong.
    public var problems: [Finding] { findings.filter(\.isProblem) }

    /// A table for people: name, state, and what is wrong with the fix.
    public var description: String {
      Table(
        findings.map { finding in
          [
            finding.name, finding.state.rawValue,
            finding.detail + (finding.fix.map { ". To fix it: \($0)" } ?? ""),
          ]
        }
      ).description
    }
  }

  /// A use of a dependency that an audit tries: of a closure that takes arguments, which only the program knows.
  ///
  /// ```swift
  /// World.Check("Payments.charge") { _ = try await Current.payments.charge(100) }
  /// ```
  public struct Check: Sendable {
    /// What the audit's table calls it.
    public var name: String
    /// Uses the dependency of ``Current``. What it throws, and what it makes the library report, is found.
    public var use: @Sendable () async throws -> Void

    /// A use, by its name.
    public init(_ name: String, use: @escaping @Sendable () async throws -> Void) {
      self.name = name
      self.use = use
    }
  }
}
