import CWorldTesting

/// An address in the program's code.
struct CodeAddress: Hashable, Sendable {
  let bits: UInt

  /// Where a suspended task goes on, and then its callers. A sleep of a world is more than eight
  /// calls deep.
  static func resume(of task: UnownedJob) -> [CodeAddress] {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 32) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      buffer.initialize(repeating: nil)
      let count = world_testing_resume_addresses(
        unsafeBitCast(task, to: UnsafeRawPointer.self), start, Int32(buffer.count))
      return buffer[..<Int(count)].compactMap { $0 }.map { CodeAddress(bits: UInt(bitPattern: $0)) }
    }
  }

  /// Four of them, without an array, for what is done at each step.
  struct Few: Sendable {
    private var bits: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)

    init() {}

    /// Where a suspended task goes on, and its next callers.
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

extension [CodeAddress: String] {
  /// The first name that is known.
  func first(of addresses: [CodeAddress]) -> String? { addresses.lazy.compactMap { self[$0] }.first }
}
