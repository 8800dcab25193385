// SPDX-License-Identifier: MIT

import Foundation

/// A run as text, such as `w2:AgM`: all its choices, and a hash of what it did.
///
/// It contains the input and not the seed, so that it is still the same run when other values are generated.
struct Token: Sendable {
  let input: RunInput
  /// A short hash of what the run did. Another hash means that the code has changed.
  let trace: UInt64

  static let prefix = "w2:"

  /// Returns why a text isn't a token.
  static func problem(_ text: String) -> String {
    let reason =
      text.hasPrefix("w1:")
      ? "It is of an earlier version, which knew tasks by their places in a run: explore again."
      : "A token begins with \"w2:\" and is printed by a failing run."
    return "\(text.quoted) is no token of a run. " + reason
  }

  init(_ input: RunInput, trace: Trace) {
    self.input = input
    self.trace = trace.short
  }

  /// The token's text.
  var text: String {
    var bytes = TokenBytes()
    bytes.add(trace)
    for dimension in DimensionDefinition.all { dimension.write(input, &bytes) }
    let base64 = Data(bytes.bytes).base64EncodedString()
    return Token.prefix
      + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Reads a token's text; `nil` if it isn't a token.
  init?(_ text: String) {
    guard text.hasPrefix(Token.prefix) else { return nil }
    var base64 = text.dropFirst(Token.prefix.count).replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: String(base64)) else { return nil }
    var bytes = TokenBytes(bytes: Array(data))
    guard let trace = UInt64(from: &bytes) else { return nil }
    var input = RunInput()
    while !bytes.isAtEnd {
      guard let field = UInt64(from: &bytes),
        let dimension = DimensionDefinition.all.first(where: { $0.field == field }),
        dimension.read(&input, &bytes)
      else { return nil }
    }
    self.input = input
    self.trace = trace
  }
}

extension Trace {
  /// The hash in 28 bits, for a short token.
  var short: UInt64 { hash >> 36 }
}

/// The bytes of a token, and how far they were read.
struct TokenBytes {
  private(set) var bytes: [UInt8] = []
  private var position = 0

  init(bytes: [UInt8] = []) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// Adds a number with seven bits in each byte, the lowest first.
  mutating func add(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(_ some: some Sequence<UInt8>) { bytes += some }

  /// Returns the next bytes; `nil` if there are fewer.
  mutating func next(_ count: UInt64) -> ArraySlice<UInt8>? {
    guard count <= UInt64(bytes.count - position) else { return nil }
    defer { position += Int(count) }
    return bytes[position...].prefix(Int(count))
  }
}

/// A value that can be part of a token.
protocol TokenValue {
  init?(from bytes: inout TokenBytes)
  func write(to bytes: inout TokenBytes)
}

extension UInt64: TokenValue {
  init?(from bytes: inout TokenBytes) {
    self = 0
    for shift in stride(from: 0, to: UInt64(64), by: 7) {
      guard let byte = bytes.next(1)?.first else { return nil }
      self |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return }
    }
    return nil
  }

  func write(to bytes: inout TokenBytes) { bytes.add(self) }
}

extension String: TokenValue {
  init?(from bytes: inout TokenBytes) {
    guard let count = UInt64(from: &bytes), let text = bytes.next(count) else { return nil }
    self.init(validating: text, as: UTF8.self)
  }

  func write(to bytes: inout TokenBytes) {
    bytes.add(UInt64(utf8.count))
    bytes.add(utf8)
  }
}

extension [UInt64]: TokenValue {
  init?(from bytes: inout TokenBytes) {
    guard let count = UInt64(from: &bytes) else { return nil }
    self.init()
    for _ in 0..<count {
      guard let zeros = UInt64(from: &bytes), zeros < 64, let bits = UInt64(from: &bytes) else { return nil }
      append(bits << zeros)
    }
  }

  /// Writes each number in two parts, because shrinking leaves the lowest bits 0.
  func write(to bytes: inout TokenBytes) {
    bytes.add(UInt64(count))
    for number in self {
      let zeros = number == 0 ? 0 : number.trailingZeroBitCount
      bytes.add(UInt64(zeros))
      bytes.add(number >> zeros)
    }
  }
}

extension Date: TokenValue {
  init?(from bytes: inout TokenBytes) {
    guard let bits = UInt64(from: &bytes) else { return nil }
    let seconds = Double(bitPattern: bits.byteSwapped)
    guard seconds.isFinite else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

  func write(to bytes: inout TokenBytes) {
    bytes.add(timeIntervalSinceReferenceDate.bitPattern.byteSwapped)
  }
}

extension Choices: TokenValue {
  init?(from bytes: inout TokenBytes) {
    guard let count = UInt64(from: &bytes) else { return nil }
    self.init()
    for _ in 0..<count {
      guard let distance = UInt64(from: &bytes), let value = UInt64(from: &bytes), distance < 1 << 31,
        value > 0, value < 1 << 31
      else { return nil }
      let index = (entries.last?.index ?? 0) + Int(distance)
      if let last = entries.last, last.index >= index { return nil }
      entries.append(Entry(index: index, value: Int(value)))
    }
  }

  /// Writes each entry's distance to the one before, and its value.
  func write(to bytes: inout TokenBytes) {
    bytes.add(UInt64(entries.count))
    var last = 0
    for entry in entries {
      bytes.add(UInt64(entry.index - last))
      bytes.add(UInt64(entry.value))
      last = entry.index
    }
  }
}
