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
