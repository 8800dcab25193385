// SPDX-License-Identifier: MIT

extension DescribedRun {
  /// A line of the picture of a run.
  enum Line: Sendable {
    /// Steps that aren't shown.
    case gap
    case timePasses(Duration)
    /// - Parameters:
    ///   - number: `nil` for another task that an actor runs in the same step.
    ///   - isSwitch: Whether another task would have had the step in the starting order.
    case step(number: Int?, row: TaskStep, words: String, isSwitch: Bool)
  }

  /// The rows to show: all up to the failure if they are few, otherwise those around the switches and the failure.
  var shownRows: [Int] {
    // These have more rows than are shown.
    let few = switches.count > 80 ? switches.prefix(40) + switches.suffix(40) : switches[...]
    var ranges = few.map { $0.step - 3...$0.step + 3 }
    // Without switches, the steps before the failure are shown. A run without an end is shown up to its last step.
    if let end = failingStep ?? (fixes.isEmpty ? nil : rows.last?.step) {
      ranges.append(end - (switches.isEmpty ? 7 : 2)...end)
    }
    if let last = ranges.map(\.upperBound).max(), last <= 30 { ranges = [1...last] }
    let shown = rows(in: ranges)
    let isOfOneTask = Set(shown.map { rows[$0].task }).count < 2
    if isOfOneTask && faults.isEmpty && fixes.isEmpty { return [] }
    // The failure is the last.
    return shown.count > 40 ? shown.prefix(34) + shown.suffix(6) : shown
  }

  /// Returns the rows in some ranges of steps, and earlier rows that cancel tasks. If they are few, it also returns
  /// earlier rows that resumed a task or were resumed.
  private func rows(in ranges: [ClosedRange<Int>]) -> [Int] {
    let end = ranges.map(\.upperBound).max() ?? 0
    let shown = rows.indices.filter { row in
      ranges.contains { $0.contains(rows[row].step) } || rows[row].step < end && !rows[row].cancels.isEmpty
    }
    let resumed = rows.indices.filter { rows[$0].step < end && rows[$0].resumer != nil }
    let resuming = resumed.compactMap { rows[$0].resumingStep }.flatMap { rows(ofSteps: $0...$0).indices }
    let all = Set(shown).union(resumed).union(resuming)
    return (all.count > 40 ? shown : all.sorted()).filter { !isPartOfCall($0) }
  }

  /// Returns whether a row is part of the one before: its task enters the actor that it calls, or returns from it, and
  /// nothing else happened meanwhile.
  private func isPartOfCall(_ number: Int) -> Bool {
    guard rows.indices.dropFirst().contains(number) else { return false }
    let (call, row) = (rows[number - 1], rows[number])
    guard call.task == row.task, row.step != failingStep, row.resumer == nil, row.cancels.isEmpty,
      row.passed == .zero, !switches.contains(where: { $0.step == row.step }),
      rows(ofSteps: call.step...row.step).count == 2
    else { return false }
    let callers = row.functions.dropFirst()
    switch call.place {
    case .gate: return true
    case .pool: return false
    case .main, .actor:
      guard call.functions.suffix(callers.count) == callers else { return false }
      if call.functions.count > row.functions.count { return true }
      // A function that never waits isn't among those.
      let caller = rows[..<(number - 1)].last { $0.task == row.task }
      return call.functions.count == row.functions.count && row.place != call.place
        && [.gate, row.place].contains(caller?.place)
    }
  }

  /// Returns where the task of a row goes on after it; empty if this was its last row.
  func end(ofRow row: Int) -> [CodeAddress] {
    rows[(row + 1)...].first { $0.task == rows[row].task }?.functions ?? []
  }

  var shownTasks: [Int] { Set(shownRows.map { rows[$0].task }).sorted() }

  var shownLines: [Line] {
    var lines: [Line] = []
    var before: Int?
    for number in shownRows {
      let row = rows[number]
      let last = rows[(number + 1)...].indices.first { !isPartOfCall($0) }.map { $0 - 1 } ?? rows.count - 1
      let isOwn = row.step != before
      if row.step > (before ?? 0) + 1 { lines.append(.gap) }
      if row.passed > .zero { lines.append(.timePasses(row.passed)) }
      let change = isOwn ? switches.first { $0.step == row.step } : nil
      // If a step runs several tasks, it isn't known which one fails.
      let isFailing = row.step == failingStep && rows(ofSteps: row.step...row.step).count == 1
      let isLast = number + 1 == rows.count || rows[number + 1].step > row.step
      let notes = [
        change.map { "instead of task \($0.other + 1)" },
        row.resumer.map { "resumed by task \($0 + 1)" },
        row.cancels.isEmpty
          ? nil : "cancels " + row.cancels.map { "task \($0 + 1)" }.joined(separator: ", "),
        row.step == failingStep && isLast
          ? isFailing ? "the test fails" : "the test fails in this step" : nil,
        end(ofRow: last).isEmpty && isOver(row.task) ? "ends" : nil,
      ].compactMap(\.self)
      let words = (isFailing ? failingLine?.withText : nil) ?? words(ofRow: number)
      lines.append(
        .step(
          number: isOwn ? row.step : nil, row: row,
          words: words + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"),
          isSwitch: change != nil))
      before = rows[last].step
    }
    return lines.foldingRepeated()
  }

  /// Returns the function of a row.
  func name(ofRow number: Int) -> String? {
    places.name(of: rows[number].functions) ?? places.name(of: end(ofRow: number))
  }

  private func words(ofRow number: Int) -> String {
    let row = rows[number]
    let name = name(ofRow: number)
    if row.isFirst {
      return "starts" + (taskNames[row.task].map { " \($0.quoted)" } ?? "") + (name.map { " `\($0)`" } ?? "")
    }
    return places.line(of: row.functions)?.withText ?? "goes on" + (name.map { " in `\($0)`" } ?? "")
  }

  /// The steps of the run as text, a line each, with a column for each task.
  var text: [String] {
    let tasks = shownTasks
    guard let last = tasks.last else { return [] }
    let width = "\(last + 1)".count + 1
    let lines = shownLines
    let isShared = lines.contains { if case .step(nil, _, _, _) = $0 { true } else { false } }
    return [
      "The steps of the failing run: number, task (a column for each), and the line from which it goes on until it waits."
        + (shownRows.contains { isPartOfCall($0 + 1) }
          ? " A call of an actor and its return are one row." : "")
        + (isShared ? " An actor may run several tasks in a step." : "")
    ]
      + lines.map { line in
        switch line {
        case .gap: return "     …"
        case .timePasses(let duration): return "       \(duration.inPlainSeconds) s later"
        case .step(let number, let row, let words, let isSwitch):
          let column = tasks.firstIndex(of: row.task) ?? 0
          return (isSwitch ? "> " : "  ") + (number.map(String.init) ?? "").padded(to: 3) + " "
            + "\(row.task + 1)".padded(to: width * (column + 1))
            + String(repeating: " ", count: width * (tasks.count - column - 1) + 2) + words
        }
      }
  }
}

extension [DescribedRun.Line] {
  /// Folds equal lines of one task that follow each other into one.
  fileprivate func foldingRepeated() -> [DescribedRun.Line] {
    var folded: [DescribedRun.Line] = []
    var (text, count) = ("", 1)
    for line in self {
      if case .step(_, let row, text, false) = line,
        case .step(let number, let first, _, let isSwitch)? = folded.last, first.task == row.task
      {
        count += 1
        folded[folded.count - 1] = .step(
          number: number, row: first, words: "\(text)  (\(count) times)", isSwitch: isSwitch)
      } else {
        folded.append(line)
        count = 1
        if case .step(_, _, let words, _) = line { text = words }
      }
    }
    return folded
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    String(repeating: " ", count: max(0, length - count)) + self
  }
}
