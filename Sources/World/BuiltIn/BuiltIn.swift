// SPDX-License-Identifier: MIT

/// A dependency that every world has.
package enum BuiltIn: UInt16, Sendable, CaseIterable {
  case date = 1
  case calendar = 2
  case timezone = 4
  case locale = 8
  case uuid = 16
  case random = 32
  case sleep = 64
  case clock = 128
  case analytics = 256
  case settings = 512

  package var name: String { "\(self)" }
}

/// A set of built-in dependencies.
package struct BuiltIns: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package func contains(_ dependency: BuiltIn) -> Bool { rawValue & dependency.rawValue != 0 }

  mutating func insert(_ dependency: BuiltIn) { self = BuiltIns(rawValue: rawValue | dependency.rawValue) }

  mutating func remove(_ dependency: BuiltIn) { self = BuiltIns(rawValue: rawValue & ~dependency.rawValue) }
}
