extension Exploration {
  /// What came of an exploration.
  public struct Report: Sendable, CustomStringConvertible {
    /// How many runs there were, those of shrinking not counted.
    public internal(set) var runs = 0
    /// The run that failed, counted from 1; `nil` if none did.
    public internal(set) var failedAt: Int?
    /// What failed; `nil` if nothing did.
    public var failureText: String? { failure?.text }
    /// The dimensions in which the smallest failing run differs from the starting world.
    public internal(set) var failingDimensions: Dimensions = []
    /// The smallest failing run, to be run again by ``Exploration/only``.
    public internal(set) var token: String?
    /// The runs that shrinking took.
    public internal(set) var shrinkRuns = 0
    /// What was read, and so could differ.
    public internal(set) var reads: Dimensions = []
    /// Whether all orders of the starting world's tasks were run.
    public var hasRunAllOrders: Bool { orders.isComplete }
    /// How many orders of the starting world's tasks were run one after the other.
    public var orderCount: Int { orders.count }
    /// Fault points that were declared but never reached.
    public var unreachedFaults: [String] { declaredFaults.subtracting(reachedFaults).sorted() }

    /// What the exploration's random choices come from.
    public let seed: UInt64
    package internal(set) var failure: Failure?
    package internal(set) var failingDraw: Draw?
    package internal(set) var isReplay = false
    package internal(set) var isOtherRun = false
    var differs: Difference?
    var orders = Orders()
    var story: Story?
    var reachedFaults: Set<String> = []
    var declaredFaults: Set<String> = []
    var arrivals = 0

    init(seed: UInt64) { self.seed = seed }

    /// A step that blocked its thread.
    static func blocked(seconds: Int) -> Report {
      var report = Report(seed: 0)
      report.failure = Failure(
        identity: "blocked",
        text:
          "a step has blocked its thread for \(seconds) s. It waits for a lock, a semaphore or input, which no other task can give it: all tasks of a run share one thread."
      )
      return report
    }

    mutating func note(_ outcome: Outcome) {
      reads.formUnion(outcome.reads)
      reachedFaults.formUnion(outcome.faults)
      declaredFaults.formUnion(outcome.declaredFaults)
      arrivals += outcome.arrivals
    }

    /// Whether each run that was run again did the same.
    public var isDeterministic: Bool { differs == nil }
    /// Whether it passed, but says little: runs can't be repeated, or nothing could differ.
    /// Whether a thread outside took part in any run.
    package var hasArrivals: Bool { arrivals > 0 }
    package var isWeak: Bool { !isDeterministic || isOtherRun || !isReplay && reads.isEmpty }
  }

  /// Two runs of one draw that weren't the same.
  struct Difference: Sendable {
    var steps: (Int, Int)
    var arrivals: Int

    init(_ first: Outcome, _ second: Outcome) {
      steps = (first.stepCount, second.stepCount)
      arrivals = max(first.arrivals, second.arrivals)
    }
  }
}

// MARK: - In words

extension Exploration.Report {
  /// The report, in a few lines.
  public var description: String {
    var lines: [String] = []
    if let failure {
      if isReplay, failedAt != nil {
        lines.append("The run of this token failed: \(failure.text)")
      } else if let failedAt {
        lines.append(
          "Failed in \(failedAt == 1 ? "the first world" : "1 of the first \(failedAt) worlds of seed \(seed)"): \(failure.text)"
        )
      } else {
        lines.append(failure.text)
      }
      if isDeterministic, let failingDraw {
        lines +=
          Explanation(
            draw: failingDraw, story: story, reads: reads, isDeadlock: failure.identity == "deadlock"
          ).lines
      }
      if let token {
        lines.append("Again:  @Test(.exploring(only: \"\(token)\"))   or   WORLD_EXPLORE=\(token)")
      }
    } else if isReplay {
      lines.append("The run of this token passed.")
    } else {
      lines.append("Passed in \(runs == 1 ? "1 world" : "\(runs) worlds").")
      if hasRunAllOrders, orderCount > 1 {
        lines.append("All \(orders.count) orders of the starting world's tasks were run.")
      }
      if reads.isEmpty {
        lines.append("The test read nothing of its world and has one order of tasks: this proves nothing.")
      }
    }
    if isOtherRun {
      lines.append("This isn't the run that the token was made of: the code has changed since.")
    }
    if let differs {
      lines.append(
        "Runs can't be repeated: one was run again and took \(differs.steps.1) steps instead of \(differs.steps.0)."
      )
      lines.append(
        differs.arrivals > 0
          ? "It waited for something outside the exploration \(differs.arrivals) times, such as the main actor, Dispatch, a thread or a real clock."
          : "No thread outside took part: look for state that outlives a run, real clocks, and the order of sets and dictionaries."
      )
    }
    if isDeterministic, hasArrivals {
      lines.append(
        "\(arrivals) times a run waited for something outside, such as the main actor, Dispatch or a thread, whose order isn't explored."
      )
    }
    if !unreachedFaults.isEmpty {
      lines.append("Never reached: " + unreachedFaults.map { "\"\($0)\"" }.joined(separator: ", ") + ".")
    }
    return lines.joined(separator: "\n")
  }
}

/// The smallest difference between a failing run and the starting world, in words.
private struct Explanation {
  let draw: Draw
  let story: Story?
  let reads: Exploration.Dimensions
  let isDeadlock: Bool

  var lines: [String] {
    var parts: [String] = []
    if let date = draw.date { parts.append("the date is \(date.ISO8601Format())") }
    if let zone = draw.timeZone { parts.append("the time zone is \(zone)") }
    if let locale = draw.locale { parts.append("the locale is \(locale)") }
    if let calendar = draw.calendar { parts.append("the calendar is \(calendar)") }
    if let seed = draw.randomSeed { parts.append("the seed for random numbers is \(seed)") }
    if draw.identifiers != nil { parts.append("identifiers don't count up") }
    for (name, choices) in draw.faults.sorted(by: { $0.key < $1.key }) {
      for entry in choices.entries { parts.append("\"\(name)\" fails the \(ordinal(entry.index + 1)) time") }
    }
    for entry in draw.durations.entries {
      let how = ["", "1 ms longer than asked for", "twice as long", "eleven times as long"][entry.value]
      parts.append("the \(ordinal(entry.index + 1)) sleep lasts \(how)")
    }
    let names = story?.names ?? [:]
    for change in story?.switches ?? [] {
      let (task, other) = (
        name(change.task, change.functions.lazy.compactMap { names[$0] }.first),
        name(change.other, change.otherFunctions.lazy.compactMap { names[$0] }.first)
      )
      let verb = change.hasStarted ? "goes on with" : "starts"
      parts.append("step \(change.step) \(verb) \(task) before \(other) goes on")
    }
    var lines: [String] = []
    if parts.isEmpty {
      lines.append("It fails in the starting world, with each task run until it waits.")
    } else if parts.count == 1 {
      lines.append("The smallest difference that makes it fail: \(parts[0]).")
    } else {
      lines.append("The smallest difference that makes it fail:")
      lines += parts.map { "- \($0)" }
    }
    if isDeadlock, let last = story?.lastSteps(names), !last.isEmpty {
      lines.append("The last step of each task: " + last.joined(separator: ", ") + ".")
    }
    let innocent = Exploration.Dimensions.all.subtracting(draw.dimensions).intersection(reads)
    if !innocent.isEmpty { lines.append("Not it: \(innocent).") }
    let unread = Exploration.Dimensions.all.subtracting(reads)
    if !unread.isEmpty { lines.append("Never read: \(unread).") }
    return lines
  }

  private func name(_ task: Int, _ function: String?) -> String {
    function.map { "`\($0)` of task \(task + 1)" } ?? "task \(task + 1)"
  }

  private func ordinal(_ number: Int) -> String {
    switch number {
    case 1: "first"
    case 2: "second"
    case 3: "third"
    default: "\(number)th"
    }
  }
}
