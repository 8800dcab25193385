// SPDX-License-Identifier: MIT

import World

extension World {
  /// Where each value of a world came from.
  ///
  /// ```swift
  /// print(Current.explain())
  /// ```
  ///
  /// ```
  /// date             simulation --date 2024-02-29T23:59:59Z --clock frozen
  /// calendar         derived from timezone and locale
  /// analytics        bootstrap at Shop/App.swift:12
  /// Payments         write
  /// ```
  public struct Explanation: Sendable, Equatable, Encodable, CustomStringConvertible {
    /// One dependency's explanation.
    public struct Entry: Sendable, Equatable, Encodable, Identifiable {
      /// The dependency's name: `date`, or a service's type.
      public var name: String
      /// Where its value came from.
      public var origin: Origin

      /// The name.
      public var id: String { name }
    }

    /// Where a dependency's value came from.
    public struct Origin: Sendable, Equatable, Encodable, CustomStringConvertible {
      /// What assigned the value.
      public enum Kind: String, Sendable, Encodable {
        /// The live value: nothing was assigned.
        case live
        /// Nothing was assigned, and a live world has no value: an analytics sink, a settings store.
        case unassigned
        /// Other dependencies of the same world: a calendar that isn't set explicitly follows time zone and locale.
        case derived
        /// A mock world, such as `World.mock`.
        case mock
        /// Nothing was assigned, and the service has no live implementation; its mock is used as a fallback.
        case fallback
        /// A simulation or a time machine.
        case simulation
        /// `World.bootstrap`.
        case bootstrap
        /// A `withWorld`, or the trait of a test.
        case scope
        /// A write to `Current`.
        case write
        /// A change of this copy of a world, which isn't current.
        case changedCopy = "changed copy"
      }

      /// What assigned the value.
      public var kind: Kind
      /// The place, such as `Shop/App.swift:12`, the test, or the simulation's flags.
      public var detail: String?

      /// Kind and detail: `bootstrap at Shop/App.swift:12`.
      public var description: String { detail.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }
    }

    /// The built-in dependencies, then the services that were assigned or built, by name.
    public var entries: [Entry]

    /// The entry of a dependency; `nil` if there is none.
    public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

    /// A table with a line for each dependency.
    public var description: String { table(entries.map { [$0.name, $0.origin.description] }) }
  }
}

extension World {
  /// Returns the origin of each value of this world: live, or assigned by `World.bootstrap`, a `withWorld`, a mock world, a
  /// simulation or a write, with the place.
  ///
  /// ```swift
  /// print(Current.explain())
  /// Current.explain()["locale"]?.origin.description     // "scope at ShopTests/PriceTests.swift:12"
  /// ```
  ///
  /// Services that were neither assigned nor built yet aren't listed. Values that were assigned before the world was current have
  /// the place where it first became current. Places are known of the scopes around the running code: a copy of a world that is
  /// explained after its scope has ended, or on a queue, says `scope` alone.
  ///
  /// A copy that is older than a write of its scope is explained by that write: explain the current world.
  ///
  /// **Cost.** Nothing until it is called, except that a scope stores its place and what was assigned.
  ///
  /// **Thread-safety.** Call it from anywhere.
  public func explain() -> Explanation {
    // The clock follows `date` and `sleep`, and can't be assigned.
    let builtIns = BuiltIn.allCases.filter { $0 != .clock }.map { dependency in
      Explanation.Entry(name: dependency.name, origin: explainedOrigin(of: dependency))
    }
    let origins = serviceOrigins
    let names = serviceNames(origins.map(\.type))
    let services = origins.map { Explanation.Entry(name: names($0.type), origin: $0.origin) }
    return Explanation(entries: builtIns + inOrder(services, of: \.name))
  }

  /// The services that were assigned or built, except the library's own, and their origins.
  var serviceOrigins: [(type: any Service.Type, origin: Explanation.Origin)] {
    var origins: [(type: any Service.Type, origin: Explanation.Origin)] = []
    func add(_ types: [any Service.Type], _ origin: (any Service.Type) -> Explanation.Origin) {
      for type in types where !origins.contains(where: { $0.type == type }) {
        origins.append((type, origin(type)))
      }
    }
    add(assignedServices) { explained(origin(ofAssigned: $0)) }
    add(serviceStore.built) { _ in Explanation.Origin(kind: serviceStore.isLive ? .live : .mock) }
    add(serviceStore.fallbacks?.built ?? []) { _ in Explanation.Origin(kind: .fallback) }
    return origins
  }

  private func explainedOrigin(of dependency: BuiltIn) -> Explanation.Origin {
    if dependency == .calendar, isCalendarDerived {
      return .init(kind: .derived, detail: "from timezone and locale")
    }
    // A live world has no sink and no store.
    let isMissing = !isAssigned(dependency) && (dependency == .analytics || dependency == .settings)
    return isMissing ? .init(kind: .unassigned) : explained(origin(of: dependency))
  }

  private func explained(_ origin: Origin) -> Explanation.Origin {
    switch origin {
    case .live: .init(kind: .live)
    case .mock: .init(kind: .mock)
    case .simulation:
      .init(kind: .simulation, detail: simulation.isEmpty ? nil : simulation.description)
    case .bootstrap(let place): .init(kind: .bootstrap, detail: place)
    case .scope(let place): .init(kind: .scope, detail: place)
    case .write(let place): .init(kind: .write, detail: place)
    case .copy: .init(kind: .changedCopy)
    }
  }

  /// Whether the calendar is the locale's, in the time zone.
  var isCalendarDerived: Bool { explicitCalendar(locale, timezone) == nil }
}

/// Returns a function that names services by type, and by module and type if several types have the same name.
func serviceNames(_ types: [any World.Service.Type]) -> (any World.Service.Type) -> String {
  var owners: [String: Set<ObjectIdentifier>] = [:]
  for type in types { owners[serviceName(type), default: []].insert(ObjectIdentifier(type)) }
  return { [owners] type in
    let name = serviceName(type)
    guard let count = owners[name]?.count, count > 1 else { return name }
    return String(reflecting: type).prefix { $0 != "." } + "." + name
  }
}
