// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// A recorded error that a replay can't restore, because it isn't `Codable` or wasn't kept.
  ///
  /// A replay throws it in place of the original error. To replay code that catches the original, make its type `Codable`, and keep
  /// errors: `keeping: .all`.
  public struct RecordedError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error's type, such as `Shop.Declined`.
    public let type: String
    /// The error in words; `nil` if it wasn't kept.
    public let text: String?

    /// Type and text, in one line.
    public var description: String { text.map { "\(type): \($0)" } ?? type }
  }
}

/// An event of a recording: a line of its file.
///
/// `Value` stands for values of the program: `AnyEncodable` when the line is written, `JSON` when it is read.
package struct RecordedEvent<Value: Sendable>: Sendable {
  /// The number of the event, from 1.
  package var event: Int
  package var task: Int
  /// The seconds since the start.
  package var at: Double?
  /// One of these is set: the function that was called, the function whose call begins, or the event that began the call that ends.
  package var call: String?
  package var begin: String?
  package var end: Int?
  package var arguments: [Value]?
  package var result: Value?
  /// Whether a result wasn't kept.
  package var isMasked: Bool?
  package var error: Failure?

  package struct Failure: Sendable {
    package var type: String
    /// The mangled name, by which a program finds the type.
    var symbol: String?
    package var text: String?
    var value: Value?
  }

  init(event: Int, task: Int) { (self.event, self.task) = (event, task) }

  private enum CodingKeys: String, CodingKey {
    case event, task, at, call, begin, end, arguments, result, error
    case isMasked = "masked"
  }
}

extension RecordedEvent: Encodable where Value: Encodable {}
extension RecordedEvent.Failure: Encodable where Value: Encodable {}
extension RecordedEvent: Decodable where Value: Decodable {}
extension RecordedEvent.Failure: Decodable where Value: Decodable {}

extension RecordedEvent<JSON> {
  /// The function; empty for an end.
  package var name: String { call ?? begin ?? "" }

  /// The error, with its original type if its value was kept.
  package var restoredError: (any Error)? {
    guard let error else { return nil }
    if error.type == typeName(CancellationError.self) { return CancellationError() }
    if let type = error.symbol.flatMap(_typeByName) as? any (Decodable & Error).Type,
      let value = try? error.value?.decoded(as: type)
    {
      return value
    }
    return World.RecordedError(type: error.type, text: error.text)
  }

  /// Returns the result; `nil` if none was kept, or if the type isn't `Decodable`.
  package func result<Output>(as type: Output.Type) throws -> Output? {
    guard isMasked != true, let decodable = type as? any Decodable.Type else { return nil }
    return try (result ?? .null).decoded(as: decodable) as? Output
  }
}

/// Any value of JSON. Two are equal if they differ only in spaces and in the order of members.
package enum JSON: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  /// A number that is too large for a `Decimal`.
  case large(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(Double.self) {
      self = .large(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .large(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// Creates the JSON of a value, as in a recording.
  package init(_ value: any Encodable) throws {
    self = try JSONDecoder().decode(
      JSON.self, from: JSONEncoder.ofLines.encode(AnyEncodable(value: value)))
  }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: JSONEncoder.ofLines.encode(self))
  }

  /// The JSON in one line.
  package var text: String {
    (try? JSONEncoder.ofLines.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension JSONEncoder {
  /// An encoder for the lines of a file, which sorts members.
  static var ofLines: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

/// Any value that can be written.
package struct AnyEncodable: Encodable, @unchecked Sendable {
  // The value is created, encoded and released in one call, by one thread: a line's when the line is written.
  var value: any Encodable

  package func encode(to encoder: any Encoder) throws {
    // As a value of a container, because encoders treat some types, such as `Date`, in their own way only there.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
