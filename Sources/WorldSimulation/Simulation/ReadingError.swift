// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World.Simulation {
  /// An error while reading a simulation. Nothing is simulated then.
  ///
  /// ```swift
  /// func status(of error: World.Simulation.ReadingError) -> Int {
  ///   switch error.kind {
  ///   case .invalid: 400
  ///   case .notAllowed: 403
  ///   }
  /// }
  /// ```
  public struct ReadingError: Error, Sendable, Equatable {
    /// The kind of the error.
    public enum Kind: Sendable {
      /// A value, a flag or a header is not valid.
      case invalid
      /// The server doesn't allow this request to be simulated.
      case notAllowed
    }

    /// The source of a value.
    public enum Source: Sendable, Equatable {
      /// A command-line flag, such as `--locale`.
      case flag(String)
      /// A variable of the environment, such as `WORLD_LOCALE`.
      case variable(String)
      /// A member of a `baggage` header, such as `world.locale`.
      case member(String)
      /// The `baggage` header as a whole.
      case header
    }

    /// The kind of the error.
    public let kind: Kind
    /// The source of the value.
    public let source: Source
    /// The value; `nil` if it is missing.
    public let value: String?
    /// The problem, as it follows the value in a sentence.
    public let reason: String
    /// The nearest valid values, the nearest first.
    public let suggestions: [String]

    init(
      _ source: Source, value: String? = nil, _ reason: String, suggestions: [String] = [],
      kind: Kind = .invalid
    ) {
      self.kind = kind
      self.source = source
      self.value = value
      self.reason = reason
      self.suggestions = suggestions
    }
  }
}

extension World.Simulation.ReadingError: LocalizedError, CustomStringConvertible {
  /// The whole error in one line. The value is quoted and escaped, so that the line has no line breaks.
  public var description: String {
    let name =
      switch source {
      case .flag(let name), .variable(let name): name
      case .member(let key): "baggage: \(key)"
      case .header: "baggage"
      }
    var line = value.map { "\(name): \($0.quoted) \(reason)" } ?? "\(name) \(reason)"
    for (index, suggestion) in suggestions.enumerated() {
      line += index == 0 ? "; did you mean " : index == suggestions.count - 1 ? " or " : ", "
      line += suggestion
    }
    return suggestions.isEmpty ? line : line + "?"
  }

  /// The same line as `description`.
  public var errorDescription: String? { description }
}

/// The reason why a value is invalid, and the nearest valid values.
struct InvalidValue: Error {
  /// The problem, as it follows the value in a sentence: `is not a known locale`.
  let reason: String
  /// The nearest first.
  var suggestions: [String] = []
}
