import Foundation
import World
import WorldSimulation

/// Tasks that sleep by a time machine which is moved, by one that ticks and changes its rate, and by one under which the
/// system's clock is stepped.
///
/// The model: a sleep ends at its deadline or later, and throws if and only if it was cancelled. An advance over the last
/// deadline ends all sleeps. Time never goes back, however its rate changes. A step of the system's clock changes nothing.
struct Sleepers: Sendable {
  let seed: UInt64
  let tally: Tally

  func run(until end: End) async {
    var round = 0
    while !end.isBefore(round) {
      var dice = Dice(seed: seed, part: 91, round: round)
      await sleepAndAdvance(&dice, "sleepers, seed \(seed), round \(round)")
      await changeRates(&dice, "rates, seed \(seed), round \(round)")
      await stepTheClock(&dice, "clock, seed \(seed), round \(round)")
      round += 1
    }
  }

  private func sleepAndAdvance(_ dice: inout Dice, _ place: String) async {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let time = TimeMachine(frozenAt: start)
    let seconds = (0..<12).map { _ in 1 + dice.roll(20) }
    let sleepers = seconds.map { seconds in
      Task {
        try await time.sleep(for: .seconds(seconds))
        return time.date
      }
    }
    try? await time.waitForSleepers(sleepers.count)
    var cancelled: Set<Int> = []
    for index in sleepers.indices where dice.roll(4) == 0 {
      sleepers[index].cancel()
      cancelled.insert(index)
    }
    var left = 21
    while left > 0 {
      let step = min(left, 1 + dice.roll(8))
      await time.advance(by: .seconds(step))
      left -= step
    }
    for (index, sleeper) in sleepers.enumerated() {
      let result = await sleeper.result
      tally.read()
      switch result {
      case .success(let date):
        let slept = date.timeIntervalSince(start)
        tally.expect(!cancelled.contains(index), "\(place): a sleep that was cancelled ended well")
        tally.expect(slept >= Double(seconds[index]), "\(place): slept \(slept) s, not \(seconds[index])")
      case .failure:
        tally.expect(cancelled.contains(index), "\(place): a sleep threw that wasn't cancelled")
      }
    }
    tally.expect(time.sleeperCount == 0, "\(place): \(time.sleeperCount) still sleep")
  }

  /// A machine ticks by real time that the dice move, while they step the system's date forwards and backwards.
  private func stepTheClock(_ dice: inout Dice, _ place: String) async {
    let clock = SteppedClock()
    let time = TimeMachine(
      at: TimeMachine.Instant(clock.date), motion: .ticking(rate: 60), real: clock.realTime)
    let (start, seconds) = (time.now, (0..<6).map { _ in 1 + dice.roll(1_000) })
    let sleepers = seconds.map { seconds in
      Task {
        try await time.sleep(for: .seconds(seconds))
        return start.duration(to: time.now)
      }
    }
    try? await time.waitForSleepers(sleepers.count)
    var passed = 0
    for _ in 0..<20 {
      clock.step(by: Double(dice.roll(200_001) - 100_000))
      let step = dice.roll(2)
      await clock.elapsed.advance(by: .seconds(step))
      passed += 60 * step
      let now = start.duration(to: time.now)
      tally.read()
      tally.expect(now == .seconds(passed), "\(place): it is \(now) after the start, not \(passed) s")
      let anchor = time.anchor
      tally.expect(
        anchor.realDate == clock.date && anchor.date == time.date,
        "\(place): the anchor \(anchor) isn't that of \(clock.date)")
    }
    await clock.elapsed.advance(by: .seconds(1_000))
    // An alarm may not have begun to wait before that; a change of the rate wakes all that are due.
    time.resume(rate: 60)
    for (index, sleeper) in sleepers.enumerated() {
      guard case .success(let slept) = await sleeper.result else {
        tally.expect(false, "\(place): a sleep threw that wasn't cancelled")
        continue
      }
      tally.expect(slept >= .seconds(seconds[index]), "\(place): slept \(slept), not \(seconds[index]) s")
    }
  }

  private func changeRates(_ dice: inout Dice, _ place: String) async {
    let time = TimeMachine(startingAt: Date(timeIntervalSinceReferenceDate: 0))
    let rates = (0..<4).map { _ in dice.roll(3) }
    await withTaskGroup { group in
      for rate in rates {
        group.addTask {
          var last = time.now
          for _ in 0..<20 {
            if rate == 0 { time.freeze() } else { time.resume(rate: rate == 1 ? .realTime : 1_000) }
            let now = time.now
            tally.read()
            tally.expect(now >= last, "\(place): time went back by \(now.duration(to: last))")
            last = now
          }
        }
      }
      group.addTask {
        time.resume(rate: 1_000)
        let start = time.now
        let sleeper = Task { try await time.sleep(for: .milliseconds(1)) }
        // Somebody may have stopped time for good.
        let waker = Task { await time.advance(by: .milliseconds(1)) }
        await waker.value
        sleeper.cancel()
        guard case .success = await sleeper.result else { return }
        let slept = start.duration(to: time.now)
        tally.expect(slept >= .milliseconds(1), "\(place): slept \(slept), not a millisecond")
      }
    }
  }
}

/// A system's clock whose date is stepped, beside real time that goes on.
private final class SteppedClock: Sendable {
  /// How much real time has passed.
  let elapsed = TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 0))
  private let offset = Lock(0.0)

  var date: Date { elapsed.date + offset.withLock { $0 } }

  func step(by seconds: Double) { offset.withLock { $0 += seconds } }

  var realTime: RealTime {
    RealTime(
      elapsed: { [elapsed] in .seconds(elapsed.date.timeIntervalSinceReferenceDate) },
      date: { self.date },
      sleep: { [elapsed] in try await elapsed.sleep(for: $0) })
  }
}
