import Synchronization

/// Services by type: a hash table that only grows, read without a lock.
///
/// Why reading is safe: a slot changes once, from empty to a box, which the table retains until it is released. When
/// the table must grow, a larger block of slots is filled and published in one store. Earlier blocks stay allocated
/// until the table is released (together they are smaller than the latest). So a reader that still probes one reads
/// valid memory, and at worst finds nothing and looks again under the lock.
@usableFromInline
final class ServiceTable: Sendable {
  /// The first word of a block is its mask, which is the number of slots, a power of two, less one. Then follow the slots,
  /// each null or the bits of a retained box.
  @usableFromInline typealias Block = UnsafeMutablePointer<Atomic<UInt>>
  // An atomic is safe to share; for the pointer in it see above.
  @usableFromInline nonisolated(unsafe) let latest = Atomic<Block?>(nil)
  private let contents = Lock(Contents())

  /// `@unchecked Sendable`: the pointers are only used under the lock, and in `deinit`.
  private struct Contents: @unchecked Sendable {
    var boxes: [ServiceBox] = []
    var blocks: [Block] = []
  }

  init(_ boxes: [ServiceBox] = []) {
    for box in boxes { insert(box) }
  }

  deinit {
    for block in contents.withLock({ $0 }).blocks {
      block.deinitialize(count: Int(block[0].load(ordering: .relaxed)) + 2)
      block.deallocate()
    }
  }

  /// The service of a type; `nil` also if it is marked as removed. Valid as long as the table is.
  @inlinable
  func find(_ key: ObjectIdentifier) -> UnsafeRawPointer? {
    unretainedBox(of: key)?._withUnsafeGuaranteedRef { $0.address }
  }

  /// The box of a type.
  @inline(never)
  func box(of key: ObjectIdentifier) -> ServiceBox? { unretainedBox(of: key)?.takeUnretainedValue() }

  @inlinable
  func unretainedBox(of key: ObjectIdentifier) -> Unmanaged<ServiceBox>? {
    guard let block = latest.load(ordering: .acquiring) else { return nil }
    let mask = block[0].load(ordering: .relaxed)
    var index = ServiceTable.hash(key) & mask
    while true {
      let bits = block[Int(truncatingIfNeeded: index &+ 1)].load(ordering: .acquiring)
      guard let pointer = UnsafeRawPointer(bitPattern: bits) else { return nil }
      let box = Unmanaged<ServiceBox>.fromOpaque(pointer)
      if box._withUnsafeGuaranteedRef({ $0.key == key }) { return box }
      index = (index + 1) & mask
    }
  }

  /// Spreads the addresses of metatypes, which are at regular distances: one multiplication alone would put some of
  /// them into few slots.
  @inlinable
  static func hash(_ key: ObjectIdentifier) -> UInt {
    var bits = UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits &>> 32) &* 0xD6E8_FEB8_6659_FD93
    return UInt(truncatingIfNeeded: bits &>> 32)
  }

  /// All boxes.
  var boxes: [ServiceBox] { contents.withLock { $0.boxes } }

  /// Adds a box, unless its type is there already.
  @inline(never)
  func insert(_ box: ServiceBox) {
    contents.withLock { contents in
      if unretainedBox(of: box.key) != nil { return }
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

  @inline(never)
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

  @inline(never)
  private static func place(_ box: ServiceBox, in block: Block) {
    let mask = block[0].load(ordering: .relaxed)
    var index = hash(box.key) & mask
    while block[Int(index) + 1].load(ordering: .relaxed) != 0 { index = (index + 1) & mask }
    let bits = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
    block[Int(index) + 1].store(bits, ordering: .releasing)
  }
}
