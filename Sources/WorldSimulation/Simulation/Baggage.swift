// SPDX-License-Identifier: MIT

import World

extension World.Simulation {
  /// Returns the value of a `baggage` header, with which the service that receives it simulates the same world.
  ///
  /// ```swift
  /// request.headers["baggage"] = try Current.simulation.baggage(addingTo: incoming.headers["baggage"] ?? "")
  /// ```
  ///
  /// The service must allow it: see ``read(headers:timezone:now:ifAllowed:)``.
  ///
  /// - Parameter baggage: The header so far. World's members in it are replaced, or removed if their part isn't
  ///   simulated. The others are unchanged and in the same order.
  /// - Throws: ``ReadingError``, if the header would have more than the standard's 8192 bytes or 180 members.
  public func baggage(addingTo baggage: String = "") throws(ReadingError) -> String {
    var result = Baggage(baggage).others
    result.add(texts)
    // A header without a simulation isn't checked: other code added its members.
    if !isEmpty { try result.checkSize() }
    return result.text
  }
}

/// A W3C `baggage` header's value: members, separated by commas.
struct Baggage {
  /// The size up to which the standard requires services to pass on a header.
  private static let maximum = (bytes: 8192, members: 180)

  fileprivate var members: [Member] = []

  init(_ text: String) {
    var scanner = TextScanner(text)
    repeat {
      let member = scanner.text(upTo: ",")
      if !member.trimmed.isEmpty { members.append(Member(text: member)) }
    } while scanner.skip(",")
  }

  /// Joins the `baggage` headers of a request.
  init(_ headers: [(key: String, value: String)]) {
    self.init(headers.filter { Baggage.isName($0.key) }.map(\.value).joined(separator: ","))
  }

  /// Returns the other headers of a request, by their names in lower case.
  static func others(in headers: [(key: String, value: String)]) -> [String: String] {
    var others: [String: String] = [:]
    for (key, value) in headers where !isName(key) {
      let name = key.lowercased()
      others[name] = others[name].map { $0 + ", " + value } ?? value
    }
    return others
  }

  private static func isName(_ key: String) -> Bool { key.lowercased() == "baggage" }

  var text: String { members.map(\.text).joined(separator: ",") }

  /// Whether any member is World's.
  var asksForSimulation: Bool { members.contains { $0.flag != nil } }

  /// The members that aren't World's, unchanged and in the same order.
  var others: Baggage {
    var others = self
    others.members.removeAll { $0.flag != nil }
    return others
  }

  mutating func add(_ texts: [(flag: SimulationFlag, text: String)]) {
    members += texts.map { Member(text: $0.flag.member + "=" + PercentEncoding.encode($0.text)) }
  }

  func checkSize() throws(World.Simulation.ReadingError) {
    func check(_ count: Int, _ maximum: Int, _ unit: String) throws(World.Simulation.ReadingError) {
      if count <= maximum { return }
      throw .init(.header, "has \(count) \(unit); \(maximum) are the most that every service passes on")
    }
    try check(text.utf8.count, Baggage.maximum.bytes, "bytes")
    try check(members.count, Baggage.maximum.members, "members")
  }

  /// A member: `key=value`, maybe with properties, `;property=value`.
  struct Member {
    /// The member as it is written, with the blanks around it.
    let text: String
    /// Its flag, if it is World's.
    let flag: SimulationFlag?
    /// The decoded value.
    let value: String

    init(text: String) {
      self.text = text
      var scanner = TextScanner(text)
      let key = scanner.text(upTo: "=").trimmed
      flag = scanner.skip("=") ? SimulationFlag(key, after: "world.") : nil
      value = PercentEncoding.decode(scanner.text(upTo: ";").trimmed)
    }
  }
}

extension SimulationTexts {
  /// Collects the values of World's members.
  init(_ baggage: Baggage) throws(World.Simulation.ReadingError) {
    self.init()
    for member in baggage.members {
      if let flag = member.flag { try add(member.value, of: flag, from: .member(flag.member)) }
    }
  }
}

extension String {
  /// The text without the blanks and tabs around it.
  fileprivate var trimmed: String {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = Array(utf8)[...]
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The percent-encoding of `baggage` members.
enum PercentEncoding {
  /// Encodes everything except visible ASCII without `"`, `,`, `;`, `\` and `%`.
  static func encode(_ text: String) -> String {
    let (reserved, digits) = (Array("\",;\\%".utf8), Array("0123456789ABCDEF".utf8))
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte), !reserved.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte / 16)], digits[Int(byte % 16)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Decodes a value. Bytes that aren't UTF-8 become U+FFFD; a percent sign without a code is unchanged.
  static func decode(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count > 1, let high = digit(rest[rest.startIndex]),
        let low = digit(rest[rest.startIndex + 1])
      {
        bytes.append(16 * high + low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
