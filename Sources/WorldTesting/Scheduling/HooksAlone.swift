// SPDX-License-Identifier: MIT

import CWorldTesting
import World

/// Runs tests in processes in which no function of the runtime can be replaced: with `swift_task_enqueueGlobal_hook`, and the
/// executor that a test's body prefers, which its child tasks inherit.
///
/// The hook sees each job that goes to the runtime's own executor: of `Task {}`, `Task.detached` and default actors. A task that it
/// sees first on the thread that runs a test's steps is the test's. From then on, the task returns to the test wherever it is
/// resumed. What doesn't pass the hook runs as Swift runs it: the main actor; and `Task.sleep`, and `Task.yield()` in an actor, which
/// return as from a thread outside.
///
/// Nobody says which test a job of an actor belongs to, so one test at a time has a scheduler.
enum HooksAlone {
  /// Whether the environment asks for it: `WORLD_RUNTIME=hooks`.
  static let areUsed = EnvironmentOptions.ofProcess.usesHooksAlone

  /// Disables what else World uses of the runtime and the C library. What only reads the layout of tasks stays.
  static func omitOthers() {
    for part in [
      world_testing_creation, world_testing_switches, world_testing_cancellations, world_testing_clock,
      world_testing_random_numbers, world_testing_work_outside,
    ] { world_testing_omit(part) }
  }

  // MARK: Whose a task is

  /// The tasks that the hook has seen, by the runtime's numbers, which grow.
  private struct Tasks: Sendable {
    /// Each of these schedulers is in a run, at whose end it is removed.
    var owners: [UInt64: Scheduler] = [:]
    /// Tasks that were seen on other threads, or whose run is over, the newest at least.
    var others: Set<UInt64> = []

    mutating func noteOther(_ number: UInt64) {
      others.insert(number)
      if others.count >= 20_000 { others = Set(others.sorted().suffix(10_000)) }
    }
  }

  private static let tasks = Lock(Tasks())

  /// Returns the scheduler of a job that goes to the runtime's own executor; `nil` if the job isn't a test's.
  static func owner(of job: UnownedJob) -> Scheduler? {
    let (number, current) = (taskID(job), Scheduler.current)
    // The job of an actor, or one that isn't a task.
    if number == 0 { return current }
    return tasks.withLock { tasks in
      if let owner = tasks.owners[number] { return owner }
      if let current, number > current.newestEarlierTask, !tasks.others.contains(number) {
        tasks.owners[number] = current
        return current
      }
      tasks.noteOther(number)
      return nil
    }
  }

  /// From now on, the tasks of a run that is over are run by the runtime.
  static func forgetTasks(of scheduler: Scheduler) {
    if !areUsed { return }
    tasks.withLock { tasks in
      // The caller has the scheduler, so that this releases none.
      for number in tasks.owners.filter({ $0.value === scheduler }).keys {
        tasks.owners[number] = nil
        tasks.noteOther(number)
      }
    }
  }

  /// Returns a number that those of all later tasks are above; 0 if it isn't needed.
  static func newestTask() -> UInt64 {
    if !areUsed { return 0 }
    let example = Example()
    Task(executorPreference: example) {}
    return example.number.withLock { $0 }
  }

  /// Takes the number of a new task.
  private final class Example: TaskExecutor {
    let number = Lock<UInt64>(0)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      number.withLock { $0 = taskID(job) }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  // MARK: One test at a time

  private static let limit = ConcurrencyLimit(1)

  /// Waits until no other test or exploration has a scheduler. What runs in a step has its test's slot.
  static func takeSlot() async -> ConcurrencyLimit.Slot {
    guard areUsed, Scheduler.current == nil else { return ConcurrencyLimit.Slot(of: nil) }
    return await limit.acquire()
  }
}
