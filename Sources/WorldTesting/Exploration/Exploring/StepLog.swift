// SPDX-License-Identifier: MIT

import World

/// A log of what the tasks of a run did, for a report.
struct StepLog: Sendable {
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

  /// A task that was ready while time passed.
  struct LateStep: Sendable {
    var task: Int
    var hasStarted: Bool
    var duration: Duration

    var words: String {
      "task \(task + 1) \(hasStarted ? "goes on" : "starts") \(duration.inPlainSeconds) s late"
    }
  }

  /// What runs a step.
  enum Executor: Hashable, Sendable {
    case pool
    /// Nothing yet: others may enter an actor first.
    case gate
    case mainActor
    case actor(UInt)

    init(_ place: Place, _ actor: UnsafeRawPointer?) {
      switch place {
      case .main: self = .mainActor
      case .gate: self = .gate
      case .pool: self = actor.map { .actor(UInt(bitPattern: $0)) } ?? .pool
      }
    }
  }

  /// What a task did in a step. In one step an actor may run several tasks that wait for it.
  struct TaskStep: Sendable {
    var step: Int
    var task: Int
    var isFirst = false
    var executor: Executor
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

  /// Whether tasks are inspected after each step: only if no thread outside runs any, which may change what is read.
  let followsTasks: Bool
  /// What fault points did, by name and by call.
  var faults: [String: [Int: String]] = [:]
  /// The requested duration of each sleep.
  var sleeps: [Duration] = []
  /// The tasks that were ready while time passed, by the index of the choice.
  private(set) var lateSteps: [Int: LateStep] = [:]
  private(set) var switches: [Switch] = []
  private(set) var rows: [TaskStep] = []
  /// The step in which the run failed; `nil` if it didn't, or in none.
  private(set) var failingStep: Int?
  private(set) var failingLine: SourceLine?
  private var stepCount = 0
  /// The tasks. Each is valid while it is being enqueued, and is inspected only then.
  private var jobs: [Int: UnownedJob] = [:]
  /// Where each task goes on, and its callers.
  private var functions: [Int: [CodeAddress]] = [:]
  /// Where the tasks that had started and weren't over went on after the last step, and the step that took them there.
  private var suspended: [Int: (step: Int, functions: [CodeAddress])] = [:]
  /// Where the tasks that weren't over went on after the last step, and those of them that are `async let`'s.
  private var addresses: [Int: [CodeAddress]] = [:]
  private var children: Set<Int> = []
  /// The executor on which each task goes on.
  private var executors: [Int: Executor] = [:]
  /// The names that `Task(name:)` gave tasks.
  private(set) var taskNames: [Int: String] = [:]
  private var isInStep = false
  /// Whether the step runs a task, and not an actor's job, after which the task may be gone.
  private var isStepOfTask = false
  private var resumers: [Int: (task: Int, step: Int)] = [:]
  private var started: Set<Int> = []
  /// The tasks that have been in an actor's queue since their creation.
  private var created: Set<Int> = []
  /// The tasks that were neither over nor cancelled after the last step.
  private var uncancelled: Set<Int> = []
  private var passed = Duration.zero
  /// The tasks of a deadlock.
  var waiting: [TaskActivity] = []
  /// Fixes for a run that has no end; empty if it has one.
  var fixes: [String] = []
  private(set) var places = CodePlaces()

  init(followsTasks: Bool) { self.followsTasks = followsTasks }

  // MARK: The run

  mutating func enqueue(_ job: UnownedJob, task: Int, isTask: Bool, on executor: Executor, from running: Int?)
  {
    executors[task] = executor
    if isTask, case .actor = executor { created.insert(task) }
    if isTask { jobs[task] = job }
    if isTask, isInStep, running != task, started.contains(task) {
      resumers[task] = running.map { ($0, stepCount) }
    }
    // A job that isn't a task works for the running task, which calls an actor.
    guard isTask || task == running && isStepOfTask, let job = jobs[task] else { return }
    functions[task] = CodeAddress.resume(of: job)
  }

  mutating func choose(_ task: Int, insteadOf other: Int?) {
    guard let other else { return }
    switches.append(
      Switch(
        step: stepCount + 1, task: task, hasStarted: started.contains(task), functions: functions[task] ?? [],
        other: other,
        otherFunctions: functions[other] ?? []))
  }

  mutating func run(_ task: Int, isTask: Bool) {
    stepCount += 1
    (isInStep, isStepOfTask) = (true, isTask)
    let resumer = resumers.removeValue(forKey: task)
    rows.append(
      TaskStep(
        step: stepCount, task: task, isFirst: started.insert(task).inserted,
        executor: executors[task] ?? .pool,
        functions: functions[task] ?? [],
        resumer: resumer?.task, resumingStep: resumer?.step, passed: passed))
    passed = .zero
    // An actor's job runs several tasks. Where they go on after it is seen only if they are followed.
    if !isTask, !followsTasks { functions[task] = nil }
  }

  /// Notes which other tasks an actor ran in the step.
  mutating func endStep(_ changes: TaskChanges) {
    isInStep = false
    let over = Set(changes.removed).union(children.subtracting(changes.children))
    children = changes.children
    let isLast = addresses.count <= over.count && addresses.keys.allSatisfy(over.contains)
    // Without a task that isn't over, the layout isn't known, or the run is over.
    guard let running = rows.last?.task, !isLast || !changes.suspended.isEmpty else { return }
    var changed = changes.suspended.mapValues(\.functions)
    // Its step is over also if it goes on where it did before.
    if changed[running] == nil, !over.contains(running) { changed[running] = addresses[running] }
    let executor = rows[rows.count - 1].executor
    let moved = Set(changed.keys).union(over).filter { task in
      task != running && suspended[task].map { changed[task] != $0.functions } ?? false
    }
    // A child of a cancelled task is cancelled from the beginning.
    let newlyCancelled = changes.suspended.filter { $1.isCancelled && uncancelled.contains($0) }.keys
    for (task, state) in changes.suspended {
      if state.isCancelled { uncancelled.remove(task) } else { uncancelled.insert(task) }
    }
    uncancelled.subtract(over)
    // It isn't known which of several tasks cancelled or resumed one.
    if moved.isEmpty {
      rows[rows.count - 1].cancels = newlyCancelled.sorted()
    } else {
      resumers = resumers.filter { $0.value.task != running }
    }
    // An actor runs the tasks in the order in which they came to it.
    let places = moved.compactMap { task in suspended[task].map { (task: task, before: $0) } }
    for (task, before) in places.sorted(by: { ($0.before.step, $0.task) < ($1.before.step, $1.task) }) {
      rows.append(
        TaskStep(step: stepCount, task: task, executor: executor, functions: before.functions))
    }
    let begun = Set(changed.keys).union(over).intersection(created)
    for task in begun.filter({ changed[$0] != functions[$0] }).sorted()
    where started.insert(task).inserted {
      rows.append(
        TaskStep(
          step: stepCount, task: task, isFirst: true, executor: executor, functions: functions[task] ?? []))
    }
    created.subtract(begun.intersection(started))
    for task in over { (addresses[task], suspended[task]) = (nil, nil) }
    for (task, functions) in changed {
      (addresses[task], self.functions[task]) = (functions, functions)
      guard started.contains(task) else { continue }
      if task == running || suspended[task]?.functions != functions {
        suspended[task] = (stepCount, functions)
      }
    }
    taskNames.merge(changes.suspended.compactMapValues(\.name)) { $1 }
  }

  /// Whether a task was over after the last step.
  func isOver(_ task: Int) -> Bool { !suspended.isEmpty && suspended[task] == nil }

  mutating func timePasses(_ duration: Duration) { passed += duration }

  /// Notes that a ready task waits, because time passes next.
  mutating func noteLate(_ task: Int, by duration: Duration, choice: Int) {
    lateSteps[choice] = LateStep(task: task, hasStarted: started.contains(task), duration: duration)
  }

  /// Notes that the run fails in the step that runs.
  mutating func fail(at line: SourceLine?) {
    guard failingStep == nil else { return }
    (failingStep, failingLine) = (stepCount, line)
  }

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
