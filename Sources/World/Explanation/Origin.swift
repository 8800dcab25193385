extension World {
  /// Where a dependency's value came from.
  public struct Origin: Sendable, Hashable, Codable, CustomStringConvertible {
    /// What put the value there.
    public enum Kind: String, Sendable, Codable, CaseIterable {
      /// The real thing; nobody changed it.
      case live
      /// Other dependencies of the same world: a calendar that nobody set follows time zone and locale.
      case derived
      /// A mock world, such as `World.mock`.
      case mock
      /// The mock of a service that nobody assigned in a live world.
      case standIn = "stand-in"
      /// A ``Simulation``.
      case simulation
      /// `World.bootstrap`.
      case bootstrap
      /// A `withWorld`, or the trait of a test.
      case scope
      /// A write to `Current`.
      case write
      /// Whoever changed the world that is explained, which isn't in force.
      case value = "changed copy"
    }

    /// What put the value there.
    public var kind: Kind
    /// More about it: the place, such as `Shop/App.swift:12`, the test, or the simulation's flags.
    public var detail: String?

    package init(kind: Kind, detail: String? = nil) { (self.kind, self.detail) = (kind, detail) }

    /// Kind and detail: `bootstrap at Shop/App.swift:12`.
    public var description: String { detail.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }
  }
}
