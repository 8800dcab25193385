// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldMocks
import WorldSimulation

/// All choices of a run. Two runs of one input are the same run.
///
/// A property that is `nil` or empty is as in the starting world. An empty input is that world, with every task run
/// until it waits.
struct RunInput: Hashable, Sendable {
  var date: Date?
  var timezone: String?
  var locale: String?
  var calendar: String?
  var randomSeed: UInt64?
  /// The random numbers that the run reads, one after the other, in place of a seed.
  var randomNumbers: [UInt64]?
  var identifiers: UInt64?
  /// Which of the ready tasks went on, wherever there were several.
  var schedule = Schedule()
  /// How late each sleep ended.
  var durations = Choices()
  /// The steps before which time passed, although tasks were ready.
  var lateSteps = Choices()
  /// The choices of each fault point, by its name. None is empty.
  var faults: [String: Choices] = [:]
}

extension RunInput {
  /// Generates the values of a world in some dimensions.
  init(_ dimensions: World.Exploration.Dimensions, from random: inout SplitMix) {
    let edgeCase = random.chance(128) ? World.EdgeCase.any(from: &random) : nil
    // The place first: a date may be one on which the zone's clocks change.
    for some in [dimensions.intersection(.place), dimensions.subtracting(.place)] {
      for dimension in DimensionDefinition.all where some.contains(dimension.option) {
        dimension.generate(&self, &random, edgeCase)
      }
    }
  }

  /// The dimensions in which it differs from the starting world.
  var dimensions: World.Exploration.Dimensions {
    .union(of: DimensionDefinition.all.filter { $0.differs(self) })
  }

  /// Whether it is the starting world, with every task run until it waits.
  var isEmpty: Bool { self == RunInput() }

  /// The choices of a fault point; empty if it did nothing.
  subscript(fault name: String) -> Choices {
    get { faults[name] ?? Choices() }
    set { faults[name] = newValue.isEmpty ? nil : newValue }
  }
}

extension World {
  /// Returns this world as it is in a run: changed by the run's input, and with a time that the run's scheduler knows.
  func applying(_ input: RunInput, in run: Scheduler) -> World {
    var world = self
    if !world.hasTimeMachine { world.use(TimeMachine(frozenAt: world.date())) }
    let (time, start) = (world.time, world.time.now)
    // A world that isn't made anew has the same machine in each run.
    if time.motion == .frozen { run.atEnd { time.jump(to: start) } }
    // Neither are its mocks.
    world.serviceStore = world.serviceStore.anew()
    world.wrapClosures { for dimension in DimensionDefinition.all { dimension.apply(&$0, input, run) } }
    // Only now, so that a monotonic clock doesn't count the difference between the run's date and the world's.
    run.use(time)
    run.answerSystem(from: world)
    return world
  }
}

/// The values that a run read of its world.
final class Reads: Sendable {
  private typealias Dimensions = World.Exploration.Dimensions

  private let noted = Lock<(ofWorld: Dimensions, ofSystem: Dimensions, fixed: Dimensions)>(([], [], []))
  let randomNumbers = Lock(RandomNumbers())
  /// Where `UUID()` was called first, and its callers.
  let uuidCallers = Lock<[CodeAddress]>([])
  private let drawn = Lock<[DrawnValue]>([])

  func note(_ value: DrawnValue) {
    drawn.withLock { if $0.count < RandomNumbers.limit { $0.append(value) } }
  }

  var drawnValues: [DrawnValue] { drawn.withLock { $0 } }

  func note(_ dimensions: World.Exploration.Dimensions) {
    noted.withLock { $0.ofWorld.formUnion(dimensions) }
  }

  /// Notes that a trait of the test assigned a value, which runs can't vary then.
  func noteFixed(_ builtIns: BuiltIns) {
    let all: [(BuiltIn, Dimensions)] = [
      (.date, .date), (.timezone, .timezone), (.locale, .locale), (.calendar, .calendar),
      (.random, .randomSeed), (.uuid, .identifiers),
    ]
    for (builtIn, dimension) in all where builtIns.contains(builtIn) {
      noted.withLock { $0.fixed.formUnion(dimension) }
    }
  }

  var fixed: World.Exploration.Dimensions { noted.withLock { $0.fixed } }

  /// Notes that code asked the system, by `Date()` or `UUID()`.
  func noteSystem(_ dimensions: World.Exploration.Dimensions) {
    noted.withLock { $0.ofSystem.formUnion(dimensions) }
  }

  var dimensions: World.Exploration.Dimensions { noted.withLock { $0.ofWorld.union($0.ofSystem) } }

  /// The dimensions that were read only from the system, and not by the world's closures.
  var onlyOfSystem: World.Exploration.Dimensions {
    noted.withLock { $0.ofSystem.subtracting($0.ofWorld) }
  }
}

/// The random numbers that a run reads.
struct RandomNumbers: Sendable {
  /// The maximum count of numbers that are noted. If a run reads more, they aren't shrunk.
  static let limit = 4_096
  /// The number that follows the planned ones. It is the lowest of nearly all choices, and ends a loop that goes on
  /// while it reads `true`.
  static let lowest: UInt64 = 1 << 17 | 1
  private(set) var read: [UInt64] = []
  /// Where the system was asked for random numbers, by the numbers' indices.
  private(set) var callers: [Int: CodeAddress] = [:]
  /// Whether the last number selects the value next to the lowest, such as 1 or -1, which depends on the range.
  private(set) var isNextToLowest = false

  /// Returns the next planned number, and after the last one a few of the lowest: with more of these, a loop might never end.
  func next(of planned: [UInt64]?) -> UInt64? {
    guard let planned, read.count < min(planned.count + 64, RandomNumbers.limit) else { return nil }
    return read.count < planned.count ? planned[read.count] : RandomNumbers.lowest
  }

  /// Returns a number that often breaks programs, about as often as the given number: the lowest or the highest, a low
  /// or a high one, the one in the middle, or one that is equal or close to an earlier one.
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

  /// Notes where the last number was asked for, by `Int.random(in:)` or another of Swift's functions.
  mutating func noteCaller(_ address: CodeAddress) {
    if 1...RandomNumbers.limit ~= read.count { callers[read.count - 1] = address }
  }

  mutating func note(_ number: UInt64) { if read.count <= RandomNumbers.limit { read.append(number) } }
}
