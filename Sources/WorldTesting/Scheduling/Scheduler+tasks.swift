// SPDX-License-Identifier: MIT

import CWorldTesting
import World
import WorldSimulation

extension Scheduler {
  /// Whether every task of the test waits for something that only a step of the test could end.
  ///
  /// Each wait is read at a different moment, while other threads may resume tasks. But a task that waits for other
  /// tasks of the test can't be resumed before one of those is, so none of them can be the first to be resumed.
  ///
  /// - Parameter running: The number of the task whose step asks; `nil` between steps.
  func isDurablyBlocked(besides running: Int? = nil) -> Bool {
    let running = running.map { core.order(of: $0) }
    let hasOthers = !core.tasks.outside.isEmpty
    // A task's children are in its frames, which change while another thread runs the task on an actor.
    for haveChildren in [false, true] {
      let tasks = activities(haveChildren: haveChildren, havePlaces: false)
      let known = haveChildren ? Set(tasks.compactMap(\.order)) : nil
      if tasks.isEmpty
        || !tasks.allSatisfy({
          running != nil && $0.order == running
            || $0.isProved(among: known, hasOthers: hasOthers, looks: running != nil)
        })
      {
        return false
      }
    }
    // Another thread may have moved a machine meanwhile.
    return !inbox.hasMessages
  }

  /// What the unfinished tasks do; none if the runtime's layout isn't known. No other step begins meanwhile: the calling thread
  /// would run it.
  var activities: [TaskActivity] { activities(haveChildren: true, havePlaces: true) }

  /// What the unfinished tasks do, except the one whose step asks.
  var activitiesOfOthers: [TaskActivity] {
    let running = core.order(of: core.step.task)
    return activities.filter { $0.order != running }
  }

  /// - Parameters:
  ///   - haveChildren: Whether to include the tasks of `async let`.
  ///   - havePlaces: Whether to include the functions in which each task goes on, for a report.
  private func activities(haveChildren: Bool, havePlaces: Bool) -> [TaskActivity] {
    let known = core.knownActivities
    var found: [TaskActivity] = []
    forEachTask(haveChildren: haveChildren) { task, wait, number in
      guard let number else {
        return found.append(TaskActivity(order: nil, state: .outside, functions: []))
      }
      var activity = known[number]
      // A task that is ready has no dependency.
      switch wait.kind {
      case world_testing_wait_task:
        activity.state = .task(wait.task.flatMap(self.number(of:)).map { core.order(of: $0) })
      case world_testing_wait_continuation:
        if !activity.isAsleep, !activity.isReady {
          activity.state = core.watches.isWaiting(number) ? .condition : .continuation
        }
      case world_testing_wait_group: activity.state = .group
      default: if !activity.isReady { activity.state = .unknown }
      }
      if case .new = activity.state, havePlaces {
        activity.functions = core.tasks.creation(of: number)
      } else if havePlaces, wait.kind != world_testing_wait_executor,
        wait.kind != world_testing_wait_unknown || activity.isReady
      {
        activity.functions = CodeAddress.resume(of: job(task))
      }
      found.append(activity)
    }
    return found.sorted { $0.order ?? .max < $1.order ?? .max }
  }

  /// The tasks that changed in the last step, and those that are over; none if the runtime's layout isn't known, or tasks aren't followed.
  func takeChanges() -> TaskChanges {
    if core.log.detail < .changes { return TaskChanges() }
    var (left, removed) = core.tasks.changes()
    var changes = TaskChanges(removed: removed)
    while let (number, task) = left.popLast() {
      // A running task is on another thread, which changes its frames.
      if world_testing_is_running(task) { continue }
      changes.suspended[number] = SuspendedTask(
        functions: CodeAddress.resume(of: job(task)),
        name: world_testing_task_name(task).map { String(cString: $0) },
        isCancelled: world_testing_is_cancelled(task))
      for child in children(of: task) {
        guard let number = self.number(of: child) else { continue }
        changes.children.insert(number)
        left.append((number, child))
      }
    }
    return changes
  }

  /// Visits the unfinished tasks.
  ///
  /// A parent that only steps run keeps its `async let` children alive while it is suspended.
  private func forEachTask(
    haveChildren: Bool, _ visit: (UnsafeRawPointer, world_testing_wait, _ number: Int?) -> Void
  ) {
    var left = core.tasks.retained.map(\.address)
    while let task = left.popLast() {
      let (isOver, number) = (world_testing_is_over(task), number(of: task))
      // A child that ended elsewhere, and is still there, may be about to resume its parent.
      if isOver, number != nil || !world_testing_is_child(task) { continue }
      // What a task waits for is in its frame, which is gone when it goes on elsewhere.
      visit(task, number == nil ? world_testing_wait() : world_testing_waits(task), number)
      if haveChildren, number != nil, !world_testing_is_running(task) { left += children(of: task) }
    }
  }

  private func children(of task: UnsafeRawPointer) -> [UnsafeRawPointer] {
    var capacity = 64
    while true {
      let found = withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: capacity) { buffer in
        buffer.initialize(repeating: nil)
        let count = buffer.baseAddress.map { world_testing_children(task, $0, Int32(buffer.count)) } ?? 0
        return buffer[..<Int(count)].compactMap { $0 }
      }
      // There may be more.
      if found.count < capacity { return found }
      capacity *= 2
    }
  }

  /// Returns the number of a task that only steps have run.
  private func number(of task: UnsafeRawPointer) -> Int? {
    core.tasks.numberOfOwn(taskID(job(task)))
  }

  private func job(_ task: UnsafeRawPointer) -> UnownedJob { unsafeBitCast(task, to: UnownedJob.self) }
}
