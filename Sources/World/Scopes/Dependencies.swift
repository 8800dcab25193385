// SPDX-License-Identifier: MIT

/// A set of built-in dependencies. Not an `OptionSet`, which takes longer to compile.
package struct BuiltInSet: Sendable, Equatable {
  private var bits: UInt16

  package static let none = BuiltInSet(bits: 0)
  package static let date = BuiltInSet(bits: 1)
  package static let calendar = BuiltInSet(bits: 2)
  package static let timezone = BuiltInSet(bits: 4)
  package static let locale = BuiltInSet(bits: 8)
  package static let uuid = BuiltInSet(bits: 16)
  package static let random = BuiltInSet(bits: 32)
  package static let sleep = BuiltInSet(bits: 64)
  package static let clock = BuiltInSet(bits: 128)
  package static let analytics = BuiltInSet(bits: 256)
  package static let settings = BuiltInSet(bits: 512)
  static let all = BuiltInSet(bits: 1023)

  package func contains(_ others: BuiltInSet) -> Bool { bits & others.bits == others.bits }
  package mutating func insert(_ others: BuiltInSet) { bits |= others.bits }
  func isDisjoint(with others: BuiltInSet) -> Bool { bits & others.bits == 0 }
}

/// A set of dependencies: assigned by a write, overridden by a scope, or read by a mock's build.
package struct Dependencies: Sendable {
  package var builtIns = BuiltInSet.none
  package var services: [ObjectIdentifier: any World.Service.Type] = [:]

  package init() {}

  var isEmpty: Bool { builtIns == .none && services.isEmpty }

  mutating func insert(_ type: any World.Service.Type) { services[ObjectIdentifier(type)] = type }

  mutating func insert(_ others: Dependencies) {
    builtIns.insert(others.builtIns)
    services.merge(others.services) { one, _ in one }
  }

  /// Returns whether a mock whose build read these dependencies may be shared with a scope that overrides the others.
  ///
  /// A build that read all built-in dependencies has kept the whole world, and may read any service later.
  package func isDisjoint(with others: Dependencies) -> Bool {
    builtIns.isDisjoint(with: others.builtIns) && !services.keys.contains { others.services[$0] != nil }
      && (others.services.isEmpty || builtIns != .all)
  }
}
