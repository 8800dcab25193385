// SPDX-License-Identifier: MIT

import World

extension DescribedRun {
  /// Reads the events of a run one after the other, and tells what each task did in each step.
  struct LogReader {
    private(set) var run = DescribedRun()
    /// Where the tasks that had started and weren't over went on after the last step, and the step that took them there.
    private(set) var suspended: [Int: (step: Int, functions: [CodeAddress])] = [:]
    /// Whether it is known what tasks did in the steps of others.
    private let followsTasks: Bool
    private var stepCount = 0
    private var isInStep = false
    /// Where the tasks that weren't over went on after the last step, and those of them that are `async let`'s.
    private var addresses: [Int: [CodeAddress]] = [:]
    private var children: Set<Int> = []
    /// Where each task goes on.
    private var places: [Int: Place] = [:]
    private var resumers: [Int: (task: Int, step: Int)] = [:]
    private var started: Set<Int> = []
    /// The tasks that have been in an actor's queue since their creation.
    private var created: Set<Int> = []
    /// The tasks that were neither over nor cancelled after the last step.
    private var uncancelled: Set<Int> = []
    private var passed = Duration.zero

    init(followsTasks: Bool) { self.followsTasks = followsTasks }

    mutating func read(_ event: RunLog.Event) {
      switch event {
      case .ready(let job): addReady(job)
      case .created(let job):
        created.insert(job.task)
        addReady(job)
      case .step(let step): beginStep(step)
      case .slept(let duration): run.sleeps.append(duration)
      case .timePassed(let duration): passed += duration
      case .late(let task, let duration, let choice):
        run.lateSteps[choice] =
          "task \(task + 1) \(started.contains(task) ? "goes on" : "starts") \(duration.inPlainSeconds) s late"
      case .end(let changes): endStep(changes)
      case .failure(let line):
        if run.failingStep == nil { (run.failingStep, run.failingLine) = (stepCount, line) }
      case .entry, .timeWait, .timePasses, .cancellation, .nestedCall: break
      }
    }

    private mutating func addReady(_ job: RunLog.Job) {
      places[job.task] = job.place
      if job.isTask, isInStep, job.running != job.task, started.contains(job.task) {
        resumers[job.task] = job.running.map { ($0, stepCount) }
      }
      if !job.functions.isEmpty { run.functions[job.task] = job.functions }
    }

    private mutating func beginStep(_ step: RunLog.Step) {
      stepCount += 1
      isInStep = true
      let task = step.task
      if let other = step.other {
        run.switches.append(
          Switch(
            step: stepCount, task: task, hasStarted: started.contains(task),
            functions: run.functions[task] ?? [],
            other: other, otherFunctions: run.functions[other] ?? []))
      }
      let resumer = resumers.removeValue(forKey: task)
      run.rows.append(
        TaskStep(
          step: stepCount, task: task, isFirst: started.insert(task).inserted,
          place: places[task] ?? .pool, functions: run.functions[task] ?? [],
          resumer: resumer?.task, resumingStep: resumer?.step, passed: passed))
      passed = .zero
      // An actor's job runs several tasks. Where they go on after it is seen only if they are followed.
      if !step.isTask, !followsTasks { run.functions[task] = nil }
    }

    /// Notes which other tasks an actor ran in the step.
    private mutating func endStep(_ changes: TaskChanges) {
      isInStep = false
      let over = Set(changes.removed).union(children.subtracting(changes.children))
      children = changes.children
      let isLast = addresses.count <= over.count && addresses.keys.allSatisfy(over.contains)
      // Without a task that isn't over, the layout isn't known, or the run is over.
      guard let running = run.rows.last?.task, !isLast || !changes.suspended.isEmpty else { return }
      var changed = changes.suspended.mapValues(\.functions)
      // Its step is over also if it goes on where it did before.
      if changed[running] == nil, !over.contains(running) { changed[running] = addresses[running] }
      let place = run.rows[run.rows.count - 1].place
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
        run.rows[run.rows.count - 1].cancels = newlyCancelled.sorted()
      } else {
        resumers = resumers.filter { $0.value.task != running }
      }
      // An actor runs the tasks in the order in which they came to it.
      let moves = moved.compactMap { task in suspended[task].map { (task: task, before: $0) } }
      for (task, before) in moves.sorted(by: { ($0.before.step, $0.task) < ($1.before.step, $1.task) }) {
        run.rows.append(
          TaskStep(step: stepCount, task: task, place: place, functions: before.functions))
      }
      let begun = Set(changed.keys).union(over).intersection(created)
      for task in begun.filter({ changed[$0] != run.functions[$0] }).sorted()
      where started.insert(task).inserted {
        run.rows.append(
          TaskStep(
            step: stepCount, task: task, isFirst: true, place: place, functions: run.functions[task] ?? []))
      }
      created.subtract(begun.intersection(started))
      for task in over { (addresses[task], suspended[task]) = (nil, nil) }
      for (task, functions) in changed {
        (addresses[task], run.functions[task]) = (functions, functions)
        guard started.contains(task) else { continue }
        if task == running || suspended[task]?.functions != functions {
          suspended[task] = (stepCount, functions)
        }
      }
      run.taskNames.merge(changes.suspended.compactMapValues(\.name)) { $1 }
    }
  }
}
