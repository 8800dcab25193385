import Foundation

/// A run as text, such as `w1:AgM`: all that was chosen for it, and what came of it in a number.
///
/// The draw itself and not the seed, so that it is still the same run when the catalogue of values has grown.
package struct Token: Sendable {
  package let draw: Draw
  /// What the run did, in short; another number means that the code has changed.
  package let trace: UInt64

  private static let prefix = "w1:"

  init(_ draw: Draw, trace: Trace) {
    self.draw = draw
    self.trace = trace.short
  }

  /// The token's text.
  package var text: String {
    var bytes = Bytes()
    bytes.add(trace)
    if let date = draw.date {
      bytes.field(1) { $0.add(date.timeIntervalSinceReferenceDate.bitPattern.byteSwapped) }
    }
    if let zone = draw.timeZone { bytes.field(2) { $0.add(zone) } }
    if let locale = draw.locale { bytes.field(3) { $0.add(locale) } }
    if let calendar = draw.calendar { bytes.field(4) { $0.add(calendar) } }
    if let seed = draw.randomSeed { bytes.field(5) { $0.add(seed) } }
    if let seed = draw.identifiers { bytes.field(6) { $0.add(seed) } }
    if !draw.schedule.isEmpty { bytes.field(7) { $0.add(draw.schedule) } }
    if !draw.durations.isEmpty { bytes.field(8) { $0.add(draw.durations) } }
    for (name, choices) in draw.faults.sorted(by: { $0.key < $1.key }) where !choices.isEmpty {
      bytes.field(9) {
        $0.add(name)
        $0.add(choices)
      }
    }
    let base64 = Data(bytes.bytes).base64EncodedString()
    return Token.prefix
      + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads a token's text; `nil` if it is none.
  package init?(_ text: String) {
    guard text.hasPrefix(Token.prefix) else { return nil }
    var base64 = String(text.dropFirst(Token.prefix.count)).replacing("-", with: "+").replacing(
      "_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: base64) else { return nil }
    var bytes = Bytes(bytes: Array(data))
    guard let trace = bytes.number() else { return nil }
    var draw = Draw()
    while !bytes.isAtEnd {
      guard let field = bytes.number() else { return nil }
      switch field {
      case 1:
        guard let bits = bytes.number() else { return nil }
        let seconds = Double(bitPattern: bits.byteSwapped)
        guard seconds.isFinite else { return nil }
        draw.date = Date(timeIntervalSinceReferenceDate: seconds)
      case 2:
        guard let zone = bytes.string() else { return nil }
        draw.timeZone = zone
      case 3:
        guard let locale = bytes.string() else { return nil }
        draw.locale = locale
      case 4:
        guard let calendar = bytes.string() else { return nil }
        draw.calendar = calendar
      case 5:
        guard let seed = bytes.number() else { return nil }
        draw.randomSeed = seed
      case 6:
        guard let seed = bytes.number() else { return nil }
        draw.identifiers = seed
      case 7:
        guard let choices = bytes.choices() else { return nil }
        draw.schedule = choices
      case 8:
        guard let choices = bytes.choices() else { return nil }
        draw.durations = choices
      case 9:
        guard let name = bytes.string(), let choices = bytes.choices() else { return nil }
        draw.faults[name] = choices
      default: return nil
      }
    }
    self.draw = draw
    self.trace = trace
  }
}

extension Trace {
  /// In 28 bits, for a short token.
  var short: UInt64 { hash >> 36 }
}

/// Numbers of seven bits a byte, lowest first, and what is made of them.
private struct Bytes {
  var bytes: [UInt8] = []
  private var position = 0

  init(bytes: [UInt8] = []) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func field(_ number: UInt64, _ content: (inout Bytes) -> Void) {
    add(number)
    content(&self)
  }

  mutating func add(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ string: String) {
    add(UInt64(string.utf8.count))
    bytes += string.utf8
  }

  /// The distance to the entry before, and the value.
  mutating func add(_ choices: Choices) {
    add(UInt64(choices.entries.count))
    var last = 0
    for entry in choices.entries {
      add(UInt64(entry.index - last))
      add(UInt64(entry.value))
      last = entry.index
    }
  }

  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
      shift += 7
    }
    return nil
  }

  mutating func string() -> String? {
    guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
    defer { position += Int(count) }
    return String(validating: bytes[position..<(position + Int(count))], as: UTF8.self)
  }

  mutating func choices() -> Choices? {
    guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
    var entries: [Choices.Entry] = []
    var last = 0
    for _ in 0..<count {
      guard let distance = number(), let value = number(), distance < 1 << 31, value > 0, value < 1 << 31
      else { return nil }
      last += Int(distance)
      if let before = entries.last, before.index >= last { return nil }
      entries.append(Choices.Entry(index: last, value: Int(value)))
    }
    return Choices(entries)
  }
}
