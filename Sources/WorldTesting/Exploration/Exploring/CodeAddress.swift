// SPDX-License-Identifier: MIT

import CWorldTesting

/// An address in the program's code.
struct CodeAddress: Hashable, Sendable {
  let bits: UInt

  init(bits: UInt) { self.bits = bits }

  /// Creates the address of a call from its return address.
  init(return address: UInt) { bits = address == 0 ? 0 : address - 1 }

  /// Returns where a suspended task goes on, and then its callers. A sleep of a world is more than eight calls deep.
  static func resume(of task: UnownedJob) -> [CodeAddress] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      buffer.initialize(repeating: nil)
      let count = world_testing_resume_addresses(
        unsafeBitCast(task, to: UnsafeRawPointer.self), start, Int32(buffer.count))
      return buffer[..<Int(count)].compactMap { $0 }.map { CodeAddress(bits: UInt(bitPattern: $0)) }
    }
  }

  /// The calls that led to this one, the last first; none where that isn't known.
  @inline(never) static var callers: [CodeAddress] { list(world_testing_callers) }

  /// Returns the calls whose return addresses a function writes to a buffer.
  static func list(_ write: (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32) -> [CodeAddress]
  {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 64) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      buffer.initialize(repeating: nil)
      let count = write(start, Int32(buffer.count))
      return buffer[..<Int(count)].compactMap { $0 }.map { CodeAddress(return: UInt(bitPattern: $0)) }
    }
  }

  /// Four addresses without an array, for use at each step.
  struct Few: Sendable {
    private var bits: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)

    init() {}

    /// Reads where a suspended task goes on, and its next callers.
    init(resume task: UnownedJob) {
      withUnsafeMutableBytes(of: &bits) { buffer in
        guard let start = buffer.baseAddress else { return }
        _ = world_testing_resume_addresses(
          unsafeBitCast(task, to: UnsafeRawPointer.self),
          start.bindMemory(to: UnsafeRawPointer?.self, capacity: 4), 4)
      }
    }

    var addresses: [CodeAddress] {
      [bits.0, bits.1, bits.2, bits.3].filter { $0 != 0 }.map { CodeAddress(bits: $0) }
    }
  }
}

extension CodeAddress {
  /// ``Cache.swift:40 `let pause = Double.random(in: 0...1)` ``, or the function where lines aren't known.
  var place: String? {
    SymbolTable.line(of: self)?.withQuotedText ?? SymbolTable.names(of: [self])[self].map { "`\($0)`" }
  }
}

/// The functions of the program that contain addresses, and their lines.
struct CodePlaces: Sendable {
  private var names: [CodeAddress: String] = [:]

  init() {}

  /// Searches the program's symbols. Lines take longer, and are searched for when they are shown.
  init(of addresses: Set<CodeAddress>) { names = SymbolTable.names(of: addresses) }

  /// Returns the first known function among a task's addresses.
  func name(of addresses: [CodeAddress]) -> String? { addresses.lazy.compactMap { names[$0] }.first }

  /// Returns the line of that function.
  ///
  /// - Parameter isStart: Whether a task goes on there; otherwise, the addresses are those of calls.
  func line(of addresses: [CodeAddress], isStart: Bool = true) -> SourceLine? {
    addresses.first { names[$0] != nil }.flatMap { SymbolTable.line(of: $0, isStart: isStart) }
  }

  /// ``Gate.lock` at Gate.swift:9 `await turn()`, called at Bank.swift:31 `await right.lock()``: the caller tells which
  /// of several locks it is.
  func nameAndCall(of addresses: [CodeAddress], isStart: Bool = true) -> String? {
    guard let index = addresses.firstIndex(where: { names[$0] != nil }) else { return nil }
    let place = line(of: [addresses[index]], isStart: isStart).map { " at \($0.withQuotedText)" } ?? ""
    let call =
      line(of: Array(addresses[(index + 1)...]), isStart: isStart).map { ", called at \($0.withQuotedText)" }
      ?? ""
    return "`\(names[addresses[index]] ?? "")`" + place + call
  }
}
