// SPDX-License-Identifier: MIT

import World

/// What the tasks of a run did, for a report.
struct DescribedRun: Sendable {
  /// A choice that wasn't the first: a task that ran before the one that would have gone on.
  struct Switch: Sendable {
    var step: Int
    var task: Int
    /// Whether the task ran before.
    var hasStarted: Bool
    var functions: [CodeAddress]
    var other: Int
    var otherFunctions: [CodeAddress]
  }

  /// What a task did in a step. In one step an actor may run several tasks that wait for it.
  struct TaskStep: Sendable {
    var step: Int
    var task: Int
    var isFirst = false
    var place: Place
    /// Where the task goes on, and its callers.
    var functions: [CodeAddress]
    /// The task that made it ready, if another one did, and in which step.
    var resumer: Int?
    var resumingStep: Int?
    /// The tasks that it cancelled.
    var cancels: [Int] = []
    /// How much time passed before the step.
    var passed = Duration.zero
  }

  /// What fault points did, by name and by call.
  var faults: [String: [Int: String]] = [:]
  /// The tasks of a deadlock.
  var waiting: [TaskActivity] = []
  /// Fixes for a run that has no end; empty if it has one.
  var fixes: [String] = []
  private(set) var places = CodePlaces()
  var rows: [TaskStep] = []
  var switches: [Switch] = []
  /// The requested duration of each sleep.
  var sleeps: [Duration] = []
  /// What ready tasks do while time passes, in words, by the index of the choice.
  var lateSteps: [Int: String] = [:]
  /// The step in which the run failed; `nil` if it didn't, or in none.
  var failingStep: Int?
  var failingLine: SourceLine?
  /// The names that `Task(name:)` gave tasks.
  var taskNames: [Int: String] = [:]
  /// Where each task goes on, and its callers.
  var functions: [Int: [CodeAddress]] = [:]
  /// The tasks that had started and weren't over after the last step.
  private var unfinished: Set<Int> = []

  /// Creates the description of a run without steps.
  init() {}

  /// - Parameter log: A log with functions.
  init(_ log: RunLog) {
    var reader = LogReader(followsTasks: log.detail == .changes)
    for event in log.events { reader.read(event) }
    self = reader.run
    unfinished = Set(reader.suspended.keys)
  }

  /// Whether a task was over after the last step.
  func isOver(_ task: Int) -> Bool { !unfinished.isEmpty && !unfinished.contains(task) }

  // MARK: The report

  /// Finds the functions that a report names. This searches the program's symbols, so it is done once.
  ///
  /// - Parameter ofLastSteps: Whether to include what tasks wait for, and their last steps.
  mutating func findNames(ofLastSteps: Bool) {
    let ofRows = Set(shownRows.flatMap { rows[$0].functions + end(ofRow: $0) })
    var addresses = ofRows.union(switches.flatMap { $0.functions + $0.otherFunctions })
    if ofLastSteps { addresses.formUnion(waiting.flatMap(\.functions) + functions.values.flatMap { $0 }) }
    places = CodePlaces(of: addresses)
  }

  /// What the tasks of a deadlock wait for. If that isn't known, or a run has no end: where the tasks went on in their last
  /// steps.
  var waitingText: String? {
    let fixes = "\n" + World.Issue.text(of: fixes).dropFirst()
    if !waiting.isEmpty {
      return "What the tasks do:" + waiting.map { "\n- \($0.text(places))" }.joined() + fixes
    }
    let last = lastSteps
    return last.isEmpty ? nil : "The tasks that ran last: " + last.joined(separator: ", ") + "." + fixes
  }

  private var lastSteps: [String] {
    // A task that has waited for long has no step among these.
    let last = Set(rows.suffix(200).map(\.task))
    let left = functions.filter { last.contains($0.key) && !isOver($0.key) }.sorted { $0.key < $1.key }
    return left.prefix(10).compactMap { task, addresses in
      places.name(of: addresses).map { "task \(task + 1) in `\($0)`" }
    } + (left.count > 10 ? ["and \(left.count - 10) more"] : [])
  }

  /// The switches, in words.
  var switchesInWords: [String] {
    func name(_ task: Int, _ functions: [CodeAddress]) -> String {
      (places.name(of: functions).map { "`\($0)` of " } ?? "") + "task \(task + 1)"
    }
    func text(_ change: Switch) -> String {
      let (task, other) = (name(change.task, change.functions), name(change.other, change.otherFunctions))
      let verb = change.hasStarted ? "goes on with" : "starts"
      return "step \(change.step) \(verb) \(task) before \(other) goes on"
    }
    let words: [String] = groups(of: switches).flatMap { group in
      guard group.count > 2, let first = group.first, let last = group.last else { return group.map(text) }
      let steps = first.step...last.step
      let tasks = Set(rows(ofSteps: steps).map { $0.task + 1 }).sorted().map(String.init)
      let others =
        tasks.count == 1
        ? "task \(tasks[0]) runs"
        : "tasks \(tasks.dropLast().joined(separator: ", ")) and \(tasks.last ?? "") run"
      return [
        "\(name(first.other, first.otherFunctions)) waits from step \(first.step) to step \(last.step), while \(others)"
      ]
    }
    return words.count > 40 ? words.prefix(40) + ["\(words.count - 40) more"] : words
  }

  /// Returns the rows of some steps.
  func rows(ofSteps steps: ClosedRange<Int>) -> ArraySlice<TaskStep> {
    // Each step has a row.
    var (low, high) = (min(steps.lowerBound - 1, rows.count), rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].step < steps.lowerBound { low = middle + 1 } else { high = middle }
    }
    return rows[low...].prefix { $0.step <= steps.upperBound }
  }

  /// Groups switches that follow each other while the same task waits.
  private func groups(of switches: [Switch]) -> [ArraySlice<Switch>] {
    var groups: [ArraySlice<Switch>] = []
    var start = 0
    for index in switches.indices {
      let (this, next) = (switches[index], index + 1 < switches.count ? switches[index + 1] : nil)
      if let next, next.other == this.other,
        !rows(ofSteps: this.step...next.step - 1).contains(where: { $0.task == this.other })
      {
        continue
      }
      groups.append(switches[start...index])
      start = index + 1
    }
    return groups
  }
}
