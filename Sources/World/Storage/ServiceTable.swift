import Synchronization

/// Services by type: a hash table that only grows, read without a lock.
///
/// Why reading is safe: a slot goes from empty to a box once and never changes again; the box is retained by
/// the table until the table goes. When the table must grow, a larger block of slots is filled and published
/// in one store; earlier blocks stay allocated until the table goes (all together they are smaller than the
/// latest), so a reader that still probes one reads valid memory, and at worst finds less and asks again under
/// the lock.
///
/// `@unchecked Sendable`: see above; inserting is under `lock`.
@usableFromInline
final class ServiceTable: @unchecked Sendable {
  /// The latest block of slots. The first word of a block is its mask (slots - 1), a power of two less one;
  /// then follow the slots, each null or the bits of a retained box.
  @usableFromInline typealias Block = UnsafeMutablePointer<Atomic<UInt>>
  @usableFromInline let latest = Atomic<Block?>(nil)

  private let lock = Lock<Contents>(Contents())

  private struct Contents: @unchecked Sendable {
    var boxes: [ServiceBox] = []
    var blocks: [Block] = []
  }

  @usableFromInline init() {}

  deinit {
    lock.withLock { contents in
      for block in contents.blocks {
        block.deinitialize(count: Int(block[0].load(ordering: .relaxed)) + 2)
        block.deallocate()
      }
    }
  }

  /// The box of a type; unretained, valid as long as the table is.
  @inlinable
  func find(_ key: ObjectIdentifier) -> Unmanaged<ServiceBox>? {
    guard let block = latest.load(ordering: .acquiring) else { return nil }
    let mask = block[0].load(ordering: .relaxed)
    var index = ServiceTable.hash(key) & mask
    while true {
      guard
        let bits = UnsafeRawPointer(
          bitPattern: block[Int(truncatingIfNeeded: index &+ 1)].load(ordering: .acquiring))
      else { return nil }
      let box = Unmanaged<ServiceBox>.fromOpaque(bits)
      if box._withUnsafeGuaranteedRef({ $0.key == key }) { return box }
      index = (index + 1) & mask
    }
  }

  /// Spreads the addresses of metatypes, which stand in rows at regular distances: one multiplication alone
  /// would put some of those rows into few slots.
  @inlinable
  static func hash(_ key: ObjectIdentifier) -> UInt {
    var bits = UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 32) &* 0xD6E8_FEB8_6659_FD93
    return UInt(truncatingIfNeeded: bits >> 32)
  }

  /// Adds a box, unless its type is there already.
  func insert(_ box: ServiceBox) {
    lock.withLock { contents in
      if find(box.key) != nil { return }
      contents.boxes.append(box)
      if let block = contents.blocks.last,
        contents.boxes.count * 4 <= Int(block[0].load(ordering: .relaxed)) + 1
      {
        ServiceTable.place(box, in: block)
      } else {
        grow(&contents)
      }
    }
  }

  func forEach(_ body: (ServiceBox) -> Void) {
    let boxes = lock.withLock { $0.boxes }
    for box in boxes { body(box) }
  }

  private func grow(_ contents: inout Contents) {
    var slots = 8
    while slots < contents.boxes.count * 4 { slots *= 2 }
    let block = Block.allocate(capacity: slots + 1)
    (block + 0).initialize(to: Atomic(UInt(slots - 1)))
    for index in 1...slots { (block + index).initialize(to: Atomic(0)) }
    for box in contents.boxes { ServiceTable.place(box, in: block) }
    contents.blocks.append(block)
    latest.store(block, ordering: .releasing)
  }

  private static func place(_ box: ServiceBox, in block: Block) {
    let mask = block[0].load(ordering: .relaxed)
    var index = hash(box.key) & mask
    while block[Int(index) + 1].load(ordering: .relaxed) != 0 { index = (index + 1) & mask }
    let bits = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    block[Int(index) + 1].store(bits, ordering: .releasing)
  }
}
