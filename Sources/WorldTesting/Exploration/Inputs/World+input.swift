// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import World
import WorldSimulation

extension World {
  /// This world as it is in a run: changed by the run's input, and in a time that the run's scheduler knows.
  func applying(_ input: RunInput, in run: Scheduler) -> World {
    var world = self
    if !world.hasTimeMachine { world.use(TimeMachine(frozenAt: world.date())) }
    let (time, start) = (world.time, world.time.now)
    // A world that isn't made anew has the same machine in each run.
    if time.motion == .frozen { run.atEnd { time.jump(to: start) } }
    world.wrapClosures { for dimension in DimensionDefinition.all { dimension.apply(&$0, input, run) } }
    // Now, so that a monotonic clock doesn't count how far the run's date is from the world's.
    run.use(time)
    run.answerSystem(from: world)
    return world
  }
}

/// What a run read of its world.
final class Reads: Sendable {
  private let bits = Atomic<Int>(0)
  private let systemBits = Atomic<Int>(0)
  let randomNumbers = Lock(RandomNumbers())
  private let drawn = Lock<[DrawnValue]>([])

  func note(_ value: DrawnValue) {
    drawn.withLock { if $0.count < RandomNumbers.limit { $0.append(value) } }
  }

  var drawnValues: [DrawnValue] { drawn.withLock { $0 } }

  func note(_ dimensions: World.Exploration.Dimensions) {
    bits.bitwiseOr(dimensions.rawValue, ordering: .relaxed)
  }

  /// Something was asked of the system, by `Date()` or `UUID()`.
  func noteSystem(_ dimensions: World.Exploration.Dimensions) {
    systemBits.bitwiseOr(dimensions.rawValue, ordering: .relaxed)
  }

  var dimensions: World.Exploration.Dimensions {
    World.Exploration.Dimensions(rawValue: bits.load(ordering: .relaxed)).union(ofSystem)
  }

  /// Those that nobody read by the world's closures.
  var onlyOfSystem: World.Exploration.Dimensions {
    ofSystem.subtracting(World.Exploration.Dimensions(rawValue: bits.load(ordering: .relaxed)))
  }

  private var ofSystem: World.Exploration.Dimensions {
    World.Exploration.Dimensions(rawValue: systemBits.load(ordering: .relaxed))
  }
}

/// The random numbers that a run reads.
struct RandomNumbers: Sendable {
  /// How many are noted. Those of a run that reads more aren't shrunk.
  static let limit = 4_096
  /// What follows the planned ones: the lowest of nearly all choices, and the end of a loop that goes on while it reads `true`.
  static let lowest: UInt64 = 1 << 17 | 1
  private(set) var read: [UInt64] = []
  /// Which of them the system was asked for, by their indices, and where.
  private(set) var callers: [Int: CodeAddress] = [:]
  /// Whether the last one is to be the one whose value is next to the lowest, such as 1 or -1. Which that is, the range says.
  private(set) var isNextToLowest = false

  /// The next one of a plan, and after the last a few of the lowest: of more of them a loop might never end.
  func next(of planned: [UInt64]?) -> UInt64? {
    guard let planned, read.count < min(planned.count + 64, RandomNumbers.limit) else { return nil }
    return read.count < planned.count ? planned[read.count] : RandomNumbers.lowest
  }

  /// A number with which programs break more often than with others, as often as another: the lowest and the highest, low ones
  /// and high ones, the one in the middle, and those that are equal or close to one before.
  ///
  /// - Parameter number: A random number.
  mutating func edge(by number: UInt64) -> UInt64 {
    isNextToLowest = false
    var random = SplitMix(seed: number)
    let low = random.next() >> UInt64(random.next(below: 64))
    let earlier = read.isEmpty ? low : read[random.next(below: read.count)]
    return switch random.next(below: 16) {
    case 0: RandomNumbers.lowest
    case 1: .max - low % 2
    case 2, 3: low
    case 4: ~low
    case 5: nextToLowest(isOdd: low % 2 == 1)
    case 6, 7: earlier
    case 8: earlier &+ low % 16 &- 8
    // The 0 of `Int.random(in: -100...100, using:)`.
    case 9: 1 << 63
    default: number
    }
  }

  private mutating func nextToLowest(isOdd: Bool) -> UInt64 {
    isNextToLowest = true
    return isOdd ? 1 : 0
  }

  mutating func replaceLast(by number: UInt64) {
    isNextToLowest = false
    if 1...RandomNumbers.limit ~= read.count { read[read.count - 1] = number }
  }

  /// `2 random values, as small as they can be`
  @Sendable static func words(_ numbers: [UInt64]) -> String {
    "\(numbers.count) random value\(numbers.count == 1 ? ", as small as it" : "s, as small as they") can be"
  }

  /// Where the last one was asked for, by `Int.random(in:)` or another of Swift's functions.
  mutating func noteCaller(_ address: CodeAddress) {
    if 1...RandomNumbers.limit ~= read.count { callers[read.count - 1] = address }
  }

  mutating func note(_ number: UInt64) { if read.count <= RandomNumbers.limit { read.append(number) } }
}
