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
            draw: failingDraw, stepLog: stepLog, reads: reads, isDeadlock: failure.identity == "deadlock"
          ).lines
      }
      if isShrinkingCutShort {
        lines.append("Shrinking was stopped after \(shrinkRuns) runs: there may be a smaller difference.")
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
    if isOutOfTime { lines.append("The time was over after \(runs) of \(plannedRuns) runs.") }
    for token in changedTokens {
      lines.append(
        "The run of \(token) isn't the one that the token was made of: the code has changed since.")
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

extension Exploration.Report {
  /// The smallest difference between the failing run and the starting world, in words; none if no run failed.
  package var differences: [String] {
    failingDraw.map { Explanation(draw: $0, stepLog: stepLog, reads: reads, isDeadlock: false).differences }
      ?? []
  }
}

/// The smallest difference between a failing run and the starting world, in words.
private struct Explanation {
  let draw: Draw
  let stepLog: StepLog?
  let reads: Exploration.Dimensions
  let isDeadlock: Bool

  var differences: [String] {
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
    let names = names
    for change in stepLog?.switches ?? [] {
      let (task, other) = (
        name(change.task, change.functions.lazy.compactMap { names[$0] }.first),
        name(change.other, change.otherFunctions.lazy.compactMap { names[$0] }.first)
      )
      let verb = change.hasStarted ? "goes on with" : "starts"
      parts.append("step \(change.step) \(verb) \(task) before \(other) goes on")
    }
    return parts
  }

  private var names: [CodeAddress: String] { stepLog?.names ?? [:] }

  var lines: [String] {
    let parts = differences
    var lines: [String] = []
    if parts.isEmpty {
      lines.append("It fails in the starting world, with each task run until it waits.")
    } else if parts.count == 1 {
      lines.append("The smallest difference that makes it fail: \(parts[0]).")
    } else {
      lines.append("The smallest difference that makes it fail:")
      lines += parts.map { "- \($0)" }
    }
    if isDeadlock, let waiting = stepLog?.waitingText { lines.append(waiting) }
    let others = Exploration.Dimensions.all.subtracting(draw.dimensions).intersection(reads)
    if !others.isEmpty { lines.append("Not it: \(others).") }
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
