import World
import WorldSimulation

/// The virtual clock of a run, and the sleeps that aren't over.
///
/// Time passes when no task is ready: it jumps to the moment at which the next sleep ends. Sleeps that end at the same
/// moment end together, and the scheduler chooses which task goes on first.
struct Sleepers: Sendable {
  struct Sleeper: Sendable {
    enum Kind: Sendable {
      case continuation(UnsafeContinuation<Void, any Error>)
      case cancelled(UnsafeContinuation<Void, any Error>)
      /// What the runtime's own sleep does at its end.
      case job(UnownedJob)
    }

    let id: Int
    let end: Duration
    var kind: Kind
  }

  /// How much later than asked for a sleep may end; the first is exactly then.
  ///
  /// A sleep lasts at least as long as asked for, and may last any time longer.
  static let lateness: [@Sendable (Duration) -> Duration] = [
    { _ in .zero }, { _ in .milliseconds(1) }, { $0 }, { $0 * 10 },
  ]

  /// As good as forever, some 30,000 years: sums of such durations don't overflow.
  static let longest = Duration.seconds(1_000_000_000_000)

  /// The time since the run began.
  private(set) var now = Duration.zero
  /// How late each sleep ended.
  private(set) var row: ChoiceRow
  private var random: SplitMix
  /// How many sleeps of 256 are late.
  private let rate: Int
  private var sleepers: [Sleeper] = []
  private var nextID = 0
  /// The sleeps that were cancelled before they began.
  private var cancelled: Set<Int> = []

  init(planned: Choices, rate: Int, seed: UInt64) {
    row = ChoiceRow(planned: planned)
    self.rate = rate
    random = SplitMix(seed: seed)
  }

  var isEmpty: Bool { sleepers.isEmpty }

  /// The identifier of a new sleep.
  mutating func newID() -> Int {
    nextID += 1
    return nextID
  }

  /// Begins a sleep.
  ///
  /// - Returns: The sleeper, if it was cancelled before.
  mutating func begin(_ id: Int, for duration: Duration, _ kind: Sleeper.Kind) -> Sleeper? {
    if cancelled.remove(id) != nil, case .continuation(let continuation) = kind {
      return Sleeper(id: id, end: now, kind: .cancelled(continuation))
    }
    var choice = row.next(of: Sleepers.lateness.count)
    if choice == nil, rate > 0 {
      choice = random.chance(rate) ? 1 + random.next(below: Sleepers.lateness.count - 1) : 0
    }
    row.take(choice ?? 0)
    let duration = min(duration, Sleepers.longest)
    sleepers.append(
      Sleeper(id: id, end: now + duration + Sleepers.lateness[choice ?? 0](duration), kind: kind))
    return nil
  }

  /// Ends a sleep that is cancelled.
  mutating func cancel(_ id: Int) -> Sleeper? {
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
      cancelled.insert(id)
      return nil
    }
    return cancelled(sleepers.remove(at: index))
  }

  /// Notes that a sleep is over, so that a late cancellation of it isn't kept.
  mutating func end(_ id: Int) { cancelled.remove(id) }

  /// The next sleeper to wake: one whose sleep is over; or, if time may pass, the one whose sleep ends first.
  mutating func next(maySkipTime: Bool, isEnding: Bool) -> Sleeper? {
    if sleepers.isEmpty { return nil }
    if isEnding { return cancelled(sleepers.removeFirst()) }
    var first = 0
    for index in sleepers.indices where sleepers[index].end < sleepers[first].end { first = index }
    guard sleepers[first].end <= now || maySkipTime else { return nil }
    now = max(now, sleepers[first].end)
    return sleepers.remove(at: first)
  }

  private func cancelled(_ sleeper: Sleeper) -> Sleeper {
    var sleeper = sleeper
    if case .continuation(let continuation) = sleeper.kind { sleeper.kind = .cancelled(continuation) }
    return sleeper
  }
}
