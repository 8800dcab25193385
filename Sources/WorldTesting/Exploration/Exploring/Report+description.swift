// SPDX-License-Identifier: MIT

import World

extension World.Exploration.Report {
  /// The report, in a few lines.
  public var description: String {
    var lines: [String] = []
    if let failure {
      if isReplay, failedAt != nil {
        lines.append(
          "\(isRemembered ? "A run that failed once fails again" : "The run of this token failed"): \(failure.text)"
        )
      } else if let failedAt {
        lines.append(
          "Failed in \(failedAt == 1 ? "the first run" : "\(failures) of the first \(failedAt) runs of seed \(seed)")\(exactTimesInWords): \(failure.text)"
        )
      } else {
        lines.append(failure.text)
      }
      if isRepeatable, let failingInput { lines += explanation(of: failingInput, failure) }
      if isShrinkingCutShort {
        lines.append("Shrinking was stopped after \(shrinkRuns) runs: there may be a smaller difference.")
      }
      if let token {
        lines.append(
          isOfProgram
            ? "Again:  World.Exploration(runs: 1, only: \"\(token)\")"
            : "Again:  @Test(.exploring(only: \"\(token)\"))   or   \(EnvironmentOptions.again)\(token)")
      }
    } else if isReplay {
      lines.append("The run of this token passed.")
    } else {
      lines.append("\(runsInWords).")
      if hasRunAllOrders, orders.repeatingCount > 0, orders.actorCount == 0 {
        lines.append(
          "\(orders.repeatingCount) orders were left out, and no actor is called: if tasks share anything, they don't share only actors."
        )
      } else if hasRunAllOrders, orders.repeatingCount > 0 {
        let actors = orders.actorCount == 1 ? "1 actor" : "\(orders.actorCount) actors"
        lines.append(
          "\(orders.calls.count == 1 ? "The one order" : "All \(orders.calls.count) orders") of the calls of \(actors) \(orders.calls.count == 1 ? "was" : "were") run, in \(orders.count) orders of the starting world's tasks. \(orders.repeatingCount) others were left out: they repeat these if tasks share only actors, as the test says."
        )
      } else if hasRunAllOrders, orderCount > 1 {
        lines.append(
          "All \(orders.count) orders of the starting world's tasks were run: of the steps of this build, each from one suspension to the next, with the call of an actor that ends it."
        )
      } else if knowsOrders, let (switches, count) = orders.complete {
        let most = switches == 1 ? "1 switch" : "\(switches) switches"
        lines.append("All \(count) orders with at most \(most) between tasks were run.")
      }
      if sharesOnlyActors, !orders.leavesOutRepeating {
        lines.append(
          "No order was left out: tasks share more than actors, since one was cancelled, an actor called another, or random numbers or identifiers were read."
        )
      }
      if orders.areExhausted, !orders.areComplete {
        lines.append(
          "Swift may have more orders: a step made a task ready, cancelled one, or created one on an actor, and then cancelled one, created one on an actor, or went on from one actor to another."
        )
      } else if readsNothing {
        lines.append("The test read nothing of its world and has one order of tasks: this proves nothing.")
      } else if reads.isEmpty {
        lines.append(
          "The test reads nothing of its world but its time, and has one order of tasks: runs can't differ.")
      }
    }
    if isOutOfTime { lines.append("The time was over after \(runs) of \(plannedRuns) runs.") }
    for token in changedTokens {
      let hashes =
        hasSameHashes
        ? "or it was made without SWIFT_DETERMINISTIC_HASHING=1"
        : "or the order of sets and dictionaries is another, as in each process without SWIFT_DETERMINISTIC_HASHING=1"
      lines.append(
        "The run of \(token) isn't the one that the token was made of: the code has changed since, or the token is of another test, or of another kind of build, debug or release, \(hashes)."
      )
    }
    if !missingFaults.isEmpty {
      lines.append(
        "The token's run no longer comes to \(missingFaults.sorted().inQuotes): maybe the fault point was renamed."
      )
    }
    if let otherEnd {
      lines.append("Runs can't be repeated: one was run again with the same steps, and then \(otherEnd).")
    } else if let differs {
      lines.append(
        differs.steps.0 == differs.steps.1
          ? "Runs can't be repeated: one was run again, and its steps were others."
          : "Runs can't be repeated: one was run again and took \(differs.steps.1) steps instead of \(differs.steps.0)."
      )
    }
    if let differs {
      lines.append(
        differs.arrivals > 0
          ? "It waited for something outside the exploration \(differs.arrivals) times, such as Dispatch, a thread or a real clock\(firstArrival)."
          : "No thread outside took part: look for state that outlives a run, real clocks, and random numbers that aren't the world's"
            + (hasSameHashes ? "." : ", and the order of sets and dictionaries.")
      )
      if differs.arrivals == 0, let uuidInWords { lines.append(uuidInWords) }
    }
    if isRepeatable, hasArrivals {
      lines.append(
        "\(arrivals) times a run waited for something outside, such as Dispatch or a thread, whose order isn't explored\(firstArrival)."
      )
    } else if isRepeatable, hasWorkOutside, failure == nil {
      lines.append("A queue, a thread or another executor ran something, whose order isn't explored.")
    }
    let unreached = unreachedFaults + (failure == nil && !isReplay ? unreachedStates : [])
    if !unreached.isEmpty { lines.append("Never reached: \(unreached.inQuotes).") }
    if let missing = RuntimeCheck.ofProcess.notControlled { lines.append(missing + ".") }
    return lines.joined(separator: "\n")
  }

  /// The dimensions that no run read, and that the test doesn't fix.
  var neverRead: World.Exploration.Dimensions {
    World.Exploration.Dimensions.all.subtracting(reads).subtracting(fixed)
  }

  private var exactTimesInWords: String {
    needsExactTimes ? ", only because a sleep lasts 1 ms longer, as it may on any machine" : ""
  }

  var runsInWords: String { "Passed in \(runs == 1 ? "1 run" : "\(runs) runs")" }

  /// The smallest difference between the failing run and the starting world, in words; none if no run failed.
  var differences: [String] {
    guard var input = failingInput else { return [] }
    if failsWithStartingNumbers { input.randomNumbers = nil }
    return DimensionDefinition.all.flatMap { $0.words(input, self) }
  }

  /// Whether the failing run didn't end by itself.
  var hasNoEnd: Bool { ["deadlock", "steps"].contains(failure?.identity) }

  private func explanation(of input: RunInput, _ failure: Failure) -> [String] {
    let differences = differences
    var lines: [String] =
      switch differences.count {
      case 0: ["It fails in the starting world, with each task run until it waits."]
      case 1: ["The smallest difference that makes it fail: \(differences[0])."]
      default: ["The smallest difference that makes it fail:"] + differences.map { "- \($0)" }
      }
    if failsWithStartingNumbers, let numbers = input.randomNumbers {
      lines.append("It is shown with \(RandomNumbers.words(numbers)).")
    }
    if input.date == nil, readsOfSystem.contains(.date) {
      lines.append(
        "It read the date of the starting world by `Date()`. For the system's: .world(.mock, system: .live)")
    }
    let values = drawnValues.text + textOfRandomNumbers
    if !values.isEmpty { lines += ["The values that it draws:"] + values.map { "- \($0)" } }
    lines += described?.text ?? []
    if hasNoEnd, let waiting = described?.waitingText { lines.append(waiting) }
    if !neighbours.isEmpty {
      let words = neighbours.map { $0.words(self) }
      lines.append("It passes if \(words.joined(separator: ", or if ")).")
    }
    // The run of a token was compared with no other one.
    let others = reads.intersection(compared).subtracting(input.dimensions)
      .subtracting(.union(of: neighbours.map(\.dimension)))
    if !others.isEmpty { lines.append("Made no difference in other runs: \(others).") }
    if !neverRead.isEmpty { lines.append("Never read: \(neverRead).") }
    let fixed = fixed.subtracting(reads)
    if !fixed.isEmpty { lines.append("Fixed by the test: \(fixed).") }
    if !hasSameHashes {
      lines.append(
        "If it passes with SWIFT_DETERMINISTIC_HASHING=1, it depends on the order of a set or a dictionary.")
    }
    return lines
  }
}

extension World.Exploration.Report {
  /// A text for each place, in the order in which they were reached: `the third random number, asked of the system at
  /// Cache.swift:40`.
  private var textOfRandomNumbers: [String] {
    let calls = Dictionary(grouping: randomCallers.keys.sorted()) { randomCallers[$0] }.values
    return calls.sorted { $0.lexicographicallyPrecedes($1) }.prefix(20).compactMap { indices in
      guard let place = randomCallers[indices[0]]?.place else { return nil }
      let numbers = indices.prefix(20).map { "\($0 + 1)" }.joined(separator: ", ")
      let first = Choices.Entry(index: indices[0], value: 0).ordinal
      let which = indices.count == 1 ? "the \(first) random number" : "the random numbers \(numbers)"
      return which + (indices.count > 20 ? " …" : "") + ", asked of the system at \(place)"
    }
  }
}

extension [String] {
  /// `"one", "two"`.
  var inQuotes: String { map { "\"\($0)\"" }.joined(separator: ", ") }
}
