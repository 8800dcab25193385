// SPDX-License-Identifier: MIT

import World

extension World {
  /// The state of a world's dependencies, and its problems.
  ///
  /// ```swift
  /// @Test func launchAssignsEverything() async {
  ///   let audit = await World().with(App.setUp).audit(Payments.self, Cart.self)
  ///   #expect(audit.problems.isEmpty, "\(audit)")
  /// }
  /// ```
  public struct Audit: Sendable, Equatable, Encodable, CustomStringConvertible {
    /// The state of a dependency.
    public enum State: String, Sendable, Encodable {
      /// The live value.
      case live
      /// The value of a mock world.
      case mock
      /// A value that the program or the test assigned.
      case assigned
      /// Nothing is assigned; a mock is used as a fallback, or there is no value at all.
      case unassigned
      /// Its closure must not be called.
      case unimplemented
      /// Building or using it fails.
      case failing = "throws"
      /// It is needed to build itself.
      case cyclic
      /// It contradicts other dependencies, or the process's environment.
      case incoherent
    }

    /// The result for one dependency.
    public struct Result: Sendable, Equatable, Encodable, CustomStringConvertible {
      /// The dependency's name: `date`, a service's type, or a check's name.
      public var name: String
      /// Its state.
      public var state: State
      /// The problem, or the origin of the value; empty if the state says enough.
      public var detail: String
      /// How to fix the problem.
      public var fix: String?

      /// Whether there is a problem.
      public var isProblem: Bool { state != .live && state != .mock && state != .assigned }

      /// Name, state, detail and fix, in one line.
      public var description: String { row.filter { !$0.isEmpty }.joined(separator: " ") }

      fileprivate var row: [String] {
        [name, state.rawValue, detail + (fix.map { ". To fix it: \($0)" } ?? "")]
      }
    }

    /// A use of a closure with arguments, which an audit can't call by itself.
    ///
    /// ```swift
    /// World.Audit.Check("Payments.charge") { _ = try await Current.payments.charge(100) }
    /// ```
    public struct Check: Sendable {
      let name: String
      let use: @Sendable () async throws -> Void

      /// Creates a check: a use with a name.
      ///
      /// - Parameters:
      ///   - name: The check's name in the results.
      ///   - use: Uses the dependency of `Current`. The audit reports the error that it throws, and the issues that it causes.
      public init(_ name: String, use: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.use = use
      }
    }

    /// The results: the built-in dependencies, the services, the checks.
    public var results: [Result]

    /// The problems.
    public var problems: [Result] { results.filter(\.isProblem) }

    /// A table: name, state, problem and fix.
    public var description: String { table(results.map(\.row)) }
  }
}
