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
    var result = Baggage(baggage).others
    result.add(texts)
    // A header without a simulation isn't checked: other code added its members.
    if !isEmpty { try result.checkSize() }
    return result.text
  }
}

/// A W3C `baggage` header's value: members, separated by commas.
struct Baggage {
  /// The longest header and the most members that the standard requires every service to pass on.
  private static let maximum = (bytes: 8192, members: 180)

  fileprivate var members: [Member] = []

  init(_ text: String) {
    var scanner = TextScanner(text)
    repeat {
      let member = scanner.text(upTo: ",")
      if !member.trimmed.isEmpty { members.append(Member(text: member)) }
    } while scanner.skip(",")
  }

  /// The `baggage` headers of a request, as one.
  init(_ headers: [(key: String, value: String)]) {
    self.init(headers.filter { Baggage.isName($0.key) }.map(\.value).joined(separator: ","))
  }

  /// The other headers of a request, by their names in lower case.
  static func others(in headers: [(key: String, value: String)]) -> [String: String] {
    let others = headers.filter { !isName($0.key) }.map { ($0.key.lowercased(), $0.value) }
    return Dictionary(others) { "\($0), \($1)" }
  }

  private static func isName(_ key: String) -> Bool { key.lowercased() == "baggage" }

  var text: String { members.map(\.text).joined(separator: ",") }

  /// Whether any member is World's.
  var asksForSimulation: Bool { members.contains { $0.flag != nil } }

  /// The members that aren't World's, as they are, in their order.
  var others: Baggage {
    var others = self
    others.members.removeAll { $0.flag != nil }
    return others
  }

  mutating func add(_ texts: [(flag: SimulationFlag, text: String)]) {
    members += texts.map { Member(text: $0.flag.member + "=" + PercentEncoding.encode($0.text)) }
  }

  func checkSize() throws(Simulation.ReadingError) {
    func check(_ count: Int, _ maximum: Int, _ unit: String) throws(Simulation.ReadingError) {
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
    /// The flag that it stands for, if it is World's.
    let flag: SimulationFlag?

    init(text: String) {
      self.text = text
      var scanner = TextScanner(text)
      let key = scanner.text(upTo: "=").trimmed
      flag = scanner.skip("=") ? SimulationFlag(key, after: "world.") : nil
    }

    /// What is between the key and the properties, decoded.
    var value: String {
      var scanner = TextScanner(text)
      _ = scanner.text(upTo: "=")
      return scanner.skip("=") ? PercentEncoding.decode(scanner.text(upTo: ";").trimmed) : ""
    }
  }
}

extension SimulationTexts {
  /// The values of World's members.
  init(_ baggage: Baggage) throws(Simulation.ReadingError) {
    self.init()
    for member in baggage.members {
      if let flag = member.flag { try add(member.value, of: flag, from: .member(flag.member)) }
    }
  }
}

extension String {
  /// The text without the blanks and tabs around it.
  fileprivate var trimmed: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    let start = unicodeScalars.drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { String(start[...$0]) } ?? ""
  }
}

/// Percent-encoding, as the values of `baggage` members have it.
enum PercentEncoding {
  /// Encodes all but the standard's `baggage-octet`: visible ASCII but for `"`, `,`, `;` and `\`. The percent sign is
  /// encoded, too.
  static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if (0x21...0x7E).contains(byte), !"\",;\\%".contains(character) {
        encoded.append(character)
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// Decodes a value. What isn't UTF-8 then is replaced by U+FFFD; a percent sign that begins no code is unchanged.
  static func decode(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = code(rest.prefix(2)) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func code(_ text: Substring.UTF8View) -> UInt8? {
    let digits = text.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return digits.count == 2 ? UInt8(16 * digits[0] + digits[1]) : nil
  }
}
