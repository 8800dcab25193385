import World

/// A W3C `baggage` header's value: members, separated by commas.
struct Baggage {
  /// The longest header and the most members that the standard asks everybody to pass on.
  static let maximum = (bytes: 8192, members: 180)

  /// The members as they are written.
  private(set) var members: [BaggageMember]

  init(_ text: String) {
    members = text.utf8.split(separator: UInt8(ascii: ",")).map { BaggageMember(text: $0) }
      .filter { !$0.isBlank }
  }

  var text: String { members.map { String($0.text) ?? "" }.joined(separator: ",") }

  /// Which limit is exceeded, if one is.
  var excess: String? {
    let bytes = members.reduce(0) { $0 + $1.text.count + 1 } - 1
    if bytes > Baggage.maximum.bytes {
      return "has \(bytes) bytes; \(Baggage.maximum.bytes) are the most that every service passes on"
    }
    if members.count > Baggage.maximum.members {
      return
        "has \(members.count) members; \(Baggage.maximum.members) are the most that every service passes on"
    }
    return nil
  }

  /// Puts members in place of World's own; the others stay as they are, in their order.
  mutating func replace(with texts: [(part: SimulatedPart, text: String)]) {
    members.removeAll { $0.part != nil }
    members += texts.map { BaggageMember(key: $0.part.member, value: $0.text) }
  }

  /// World's members.
  func texts() throws(Simulation.ReadingError) -> SimulationReader.Texts {
    var texts = SimulationReader.Texts()
    for member in members {
      guard let part = member.part else { continue }
      let source = Simulation.ReadingError.Source.member(part.member)
      let value = member.value
      guard !value.isEmpty else {
        throw .init(source, "needs a value, such as \(part.member)=\(part.example)")
      }
      if let earlier = texts.updateValue(SourcedText(text: value, source: source), forKey: part) {
        throw .init(
          source, "was given twice, as \(earlier.text.quoted) and \(value.quoted)")
      }
    }
    return texts
  }
}

/// A member of a `baggage` header: `key=value`, maybe with properties, `;property=value`.
struct BaggageMember {
  /// As it is written, with the blanks around it.
  let text: Substring.UTF8View

  init(text: Substring.UTF8View) { self.text = text }

  init(key: String, value: String) {
    text = Substring("\(key)=\(PercentEncoding.encode(value))").utf8
  }

  var isBlank: Bool { BaggageMember.trimmed(text).isEmpty }

  /// The part of a world that it is about, if any.
  var part: SimulatedPart? {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return String(BaggageMember.trimmed(text[..<equals])).flatMap(SimulatedPart.init(member:))
  }

  /// What stands between the key and the properties, decoded.
  var value: String {
    let afterKey = text.drop { $0 != UInt8(ascii: "=") }.dropFirst()
    return PercentEncoding.decode(BaggageMember.trimmed(afterKey.prefix { $0 != UInt8(ascii: ";") }))
  }

  /// Without the blanks and tabs around it.
  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
    let end = text.lastIndex { !isBlank($0) }.map { text.index(after: $0) } ?? start
    return text[start..<end]
  }
}
