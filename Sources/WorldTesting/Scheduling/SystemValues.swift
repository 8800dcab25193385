// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World
import WorldSimulation
import WorldStorage

/// The values that code gets in a step when it asks the system for the time, random numbers or identifiers: `Date()`,
/// `ContinuousClock.now`, `Int.random(in:)`, `UUID()`. `SystemClock.c` and `SystemRandom.c` return them, on Linux only.
struct SystemValues: ~Copyable, Sendable {
  #if os(Linux)
    /// Whether code gets these values on this system.
    static let areAnswered = true
  #else
    static let areAnswered = false
  #endif

  /// The source of random numbers and identifiers.
  struct Source: Sendable {
    var random: World.RandomSource
    /// `nil` for the system's, because files that are named by them may be left from an earlier process.
    var uuid: (@Sendable () -> UUID)?

    init(_ world: World) {
      // Not the recorder's: a recording has only what the world was asked for.
      random = world.recorder?.source?.world.random ?? world.random
    }

    /// Creates the source of a run of an exploration.
    ///
    /// - Parameters:
    ///   - test: A number for the test, so that two tests that make files with such names don't use each other's.
    ///   - input: The run's input.
    init(_ world: World, test: UInt64, _ input: RunInput) {
      self.init(world)
      uuid = DimensionDefinition.randomUUIDs(seed: test ^ (input.identifiers ?? 0))
    }
  }

  /// `nil` for the system's own values.
  var source: Source? {
    didSet { (hasUUIDs, changes) = (source?.uuid != nil, nil) }
  }
  private var hasUUIDs = false
  /// The time machine's date; `nil` if the machine isn't frozen.
  private(set) var date: Date?
  /// The same in the system's units, with what monotonic clocks show.
  private var time = world_testing_time()
  /// The changes of the time machine that these are made of; `nil` if they aren't made yet.
  var changes: Int?

  /// - Parameters:
  ///   - date: The time machine's date; `nil` if the machine isn't frozen. Then all clocks show real time.
  ///   - monotonic: The time that monotonic clocks show.
  ///   - changes: The changes of the time machine.
  mutating func setTime(to date: Date?, monotonic: Duration, at changes: Int) {
    (self.date, self.changes) = (date, changes)
    time = world_testing_time()
    guard let date else { return }
    let (seconds, attoseconds) = monotonic.components
    time.has_monotonic = true
    time.monotonic = timespec(tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    if source == nil { return }
    // Counted from 2001, as Foundation does, so that `Date()` is the same to the last bit.
    let interval = date.timeIntervalSinceReferenceDate
    let whole = min(max(interval.rounded(.down), -0x1p62), 0x1p62)
    let rest = ((interval - whole) * 1e9).rounded()
    time.has_date = true
    time.date = timespec(
      tv_sec: Int(clamping: Int64(whole) + 978_307_200 + (rest < 1e9 ? 0 : 1)),
      tv_nsec: rest >= 0 && rest < 1e9 ? Int(rest) : 0)
  }

  /// Shows the values to the calling thread until they are hidden.
  ///
  /// - Parameter changes: The changes of the time machine.
  /// - Returns: Whether the thread read the world's date since it was shown; `nil` if nothing is shown, as the time must be set before.
  func show(at changes: Int) -> Bool? {
    if self.changes != changes { return nil }
    world_testing_show_values(source != nil, hasUUIDs)
    return world_testing_show_time(time)
  }

  /// Shows the system's values to the calling thread from now on.
  ///
  /// - Returns: Whether the thread read the world's date.
  static func hide() -> Bool {
    world_testing_show_values(false, false)
    return world_testing_show_time(world_testing_time())
  }
}

@_cdecl("world_testing_random")
func systemRandomNumber(_ scheduler: UnsafeRawPointer, _ caller: UInt) -> UInt64 {
  let scheduler = Scheduler.at(scheduler)
  if let source = scheduler.system.source {
    let number = source.random.next()
    scheduler.reads.randomNumbers.withLock { $0.noteCaller(CodeAddress(return: caller)) }
    return number
  }
  // check-world: allow while a number is made, the system's own are to be had
  var system = SystemRandomNumberGenerator()
  return system.next()
}

@_cdecl("world_testing_uuid")
func systemUUID(_ scheduler: UnsafeRawPointer, _ bytes: UnsafeMutableRawPointer) {
  let scheduler = Scheduler.at(scheduler)
  let source = scheduler.system.source
  // check-world: allow likewise
  bytes.storeBytes(of: (source?.uuid?() ?? UUID()).uuid, as: uuid_t.self)
}

/// Notes that a step asks for an identifier by `UUID()`.
@_cdecl("world_testing_note_uuid")
func noteUUID(_ scheduler: UnsafeRawPointer) {
  let reads = Scheduler.at(scheduler).reads
  reads.noteSystem(.identifiers)
  reads.uuidCallers.withLock { if $0.isEmpty { $0 = CodeAddress.callers } }
}
