import World

extension Simulation {
  /// A `baggage` header's value that simulates the same world at the service that receives the request.
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
    var result = Baggage(baggage)
    result.replace(with: texts)
    // A header without a simulation isn't checked: other code added its members.
    if !isEmpty { try result.checkSize() }
    return result.text
  }
}

/// A W3C `baggage` header's value: members, separated by commas.
struct Baggage {
  /// The longest header and the most members that the standard requires every service to pass on.
  private static let maximum = (bytes: 8192, members: 180)

  private var members: [BaggageMember] = []

  init(_ text: String) {
    for member in pieces(of: text, at: ",") where !BaggageMember.trimmed(member.utf8[...]).isEmpty {
      members.append(BaggageMember(text: member))
    }
  }

  /// The `baggage` headers of a request, as one; empty if there are none.
  static func text(of headers: [(key: String, value: String)]) -> String {
    var text = ""
    for (key, value) in headers where isName(key) { text += text.isEmpty ? value : "," + value }
    return text
  }

  /// The other headers, by their names in lower case.
  @inline(never)
  static func others(in headers: [(key: String, value: String)]) -> [String: String] {
    var others: [String: String] = [:]
    others.reserveCapacity(headers.count)
    for (key, value) in headers where !isName(key) {
      let key = key.lowercased()
      if let earlier = others.updateValue(value, forKey: key) { others[key] = "\(earlier), \(value)" }
    }
    return others
  }

  private static func isName(_ key: String) -> Bool { key.utf8.count == 7 && key.lowercased() == "baggage" }

  var text: String { members.map(\.text).joined(separator: ",") }

  /// Whether any member is World's.
  var asksForSimulation: Bool { members.contains { $0.part != nil } }

  @inline(never)
  func checkSize() throws(Simulation.ReadingError) {
    let bytes = text.utf8.count
    if bytes > Baggage.maximum.bytes {
      throw .init(
        .header, "has \(bytes) bytes; \(Baggage.maximum.bytes) are the most that every service passes on")
    }
    if members.count > Baggage.maximum.members {
      throw .init(
        .header,
        "has \(members.count) members; \(Baggage.maximum.members) are the most that every service passes on")
    }
  }

  /// Replaces World's members; the others stay as they are, in their order.
  @inline(never)
  mutating func replace(with texts: [(part: SimulatedPart, text: String)]) {
    members.removeAll { $0.part != nil }
    for (part, text) in texts {
      members.append(BaggageMember(text: part.member + "=" + PercentEncoding.encode(text)))
    }
  }

  /// The members that aren't World's, as text.
  var others: String {
    var others = self
    others.members.removeAll { $0.part != nil }
    return others.text
  }

  /// The values of World's members.
  func texts() throws(Simulation.ReadingError) -> SimulationTexts {
    var texts = SimulationTexts()
    for member in members {
      if let part = member.part { try texts.add(member.value, of: part, from: .member(part.member)) }
    }
    return texts
  }
}

/// The latest `baggage` headers that were read, since one client sends the same again and again.
enum RecentBaggage {
  struct Reading: Sendable {
    var simulation: Simulation
    /// The members that aren't World's.
    var others: String
  }

  private static let limit = 64
  private static let readings = Lock<[String: Reading]>([:])

  static func find(_ text: String) -> Reading? { readings.withLock { $0[text] } }

  /// Adds one, unless what it means depends on when and where it is read.
  @inline(never)
  static func add(_ text: String, _ baggage: Baggage, _ simulation: Simulation) {
    if simulation.date != nil || text.utf8.count > 1_000 { return }
    let reading = Reading(simulation: simulation, others: baggage.others)
    readings.withLock { readings in
      if readings.count == limit { readings = [:] }
      readings[text] = reading
    }
  }
}

/// A member of a `baggage` header: `key=value`, maybe with properties, `;property=value`.
struct BaggageMember {
  /// The member as it is written, with the blanks around it.
  let text: String

  /// The part of a world that it simulates, if any.
  var part: SimulatedPart? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let key = String(decoding: BaggageMember.trimmed(text.utf8[..<equals]), as: UTF8.self)
    return SimulatedPart(key, after: "world.")
  }

  /// What is between the key and the properties, decoded.
  var value: String {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return "" }
    let start = text.utf8.index(after: equals)
    let end = text.utf8[start...].firstIndex(of: UInt8(ascii: ";")) ?? text.utf8.endIndex
    return PercentEncoding.decode(BaggageMember.trimmed(text.utf8[start..<end]))
  }

  /// The bytes without the blanks and tabs around them.
  @inline(never)
  static func trimmed(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text where !bytes.isEmpty || !isBlank(byte) { bytes.append(byte) }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

/// Percent-encoding, as the values of `baggage` members have it.
enum PercentEncoding {
  private static let hexadecimalDigits = Array("0123456789ABCDEF".utf8)

  /// Encodes the percent sign, and what can't be in a value.
  @inline(never)
  static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexadecimalDigits[Int(byte >> 4)])
        bytes.append(hexadecimalDigits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a value. What isn't UTF-8 then is replaced by U+FFFD; a percent sign that begins no code is unchanged.
  @inline(never)
  static func decode(_ text: [UInt8]) -> String {
    var bytes: [UInt8] = []
    var place = 0
    while place < text.count {
      if text[place] == UInt8(ascii: "%"), place + 2 < text.count, let high = digit(text[place + 1]),
        let low = digit(text[place + 2])
      {
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(text[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The standard's `baggage-octet` without `%`: visible ASCII but for `"`, `,`, `;` and `\`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\\"), UInt8(ascii: "%"):
      false
    default: (0x21...0x7E).contains(byte)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
