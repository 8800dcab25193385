import Foundation
import World

extension World {
  /// An error of a recording that a replay can't make again, because it isn't `Codable` or wasn't kept.
  ///
  /// A replay throws it in place of the error. So that code which catches the error is replayed, make its type `Codable`, and keep
  /// errors: `keeping: .all`.
  public struct RecordedError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's type, such as `Shop.Declined`.
    public let type: String
    /// The error in words; `nil` if it wasn't kept.
    public let text: String?

    /// Type and text, in one line.
    public var description: String { text.map { "\(type): \($0)" } ?? type }
  }
}

/// A line of a recording.
package struct RecordedEvent: Sendable {
  package enum Kind: Sendable, Hashable {
    /// A call of a synchronous function, or a read.
    case call
    case begin
    /// The end of a call, with the number of its beginning.
    case end(Int)
  }

  /// From 1.
  package let number: Int
  package let task: Int
  package let kind: Kind
  /// Empty for an end.
  package let name: String
  package let date: Date?
  /// `nil` if they weren't kept, or if there are none.
  package let arguments: JSON?
  package let error: (type: String, text: String?)?
  private let symbol: String?
  private let line: Data

  package init(_ line: Data, from start: Date) throws {
    let fields = try JSONDecoder().decode(Fields.self, from: line)
    (number, task, arguments, self.line) = (fields.event, fields.task, fields.arguments, line)
    date = fields.at.map { start.addingTimeInterval($0) }
    switch (fields.call, fields.begin, fields.end) {
    case (let call?, nil, nil): (kind, name) = (.call, call)
    case (nil, let begin?, nil): (kind, name) = (.begin, begin)
    case (nil, nil, let end?): (kind, name) = (.end(end), "")
    default: throw Malformed(text: "it needs one of call, begin and end")
    }
    error = fields.error.map { ($0.type, $0.text) }
    symbol = fields.error?.symbol
  }

  /// The error, with its type if it was kept.
  package var restoredError: (any Error)? {
    guard let error else { return nil }
    let type = symbol.flatMap(_typeByName)
    if error.type == typeName(CancellationError.self) { return CancellationError() }
    if let type = type as? any (Decodable & Error).Type, let value = try? decodeError(as: type) {
      return value
    }
    return World.RecordedError(type: error.type, text: error.text)
  }

  private func decodeError<Value: Decodable & Error>(as type: Value.Type) throws -> Value? {
    try JSONDecoder.ofRecordings.decode(ErrorField<Value>.self, from: line).error.value
  }

  /// The result; `nil` if none was kept, or if the type can't be decoded.
  package func result<Output>(as type: Output.Type) throws -> Output? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    return try decode(decodable) as? Output
  }

  private func decode<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try JSONDecoder.ofRecordings.decode(ResultField<Value>.self, from: line).result
  }

  private struct Fields: Decodable {
    struct ErrorFields: Decodable {
      var type: String
      var symbol: String?
      var text: String?
    }

    var event: Int
    var task: Int
    var at: Double?
    var call: String?
    var begin: String?
    var end: Int?
    var arguments: JSON?
    var error: ErrorFields?
  }

  private struct ResultField<Value: Decodable>: Decodable {
    private enum CodingKeys: CodingKey { case result }

    var result: Value?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // `null` is the result of a function that returns an optional.
      if container.contains(.result) { result = try container.decode(Value.self, forKey: .result) }
    }
  }

  private struct ErrorField<Value: Decodable>: Decodable {
    struct Fields: Decodable { var value: Value? }

    var error: Fields
  }

  package struct Malformed: Error { package let text: String }
}

extension JSONDecoder {
  fileprivate static var ofRecordings: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

/// Any value of JSON. Two are equal if they differ only in spaces and in the order of members.
package enum JSON: Codable, Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  /// One that is larger than a `Decimal`.
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

  /// A value as a recording has it; `nil` if it can't be encoded.
  package init?(_ values: [any Encodable]) {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(values.map { AnyEncodable(value: $0) }),
      let json = try? JSONDecoder().decode(JSON.self, from: data)
    else { return nil }
    self = json
  }

  /// In one line.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
