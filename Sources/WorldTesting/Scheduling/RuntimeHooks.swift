// SPDX-License-Identifier: MIT

import CWorldTesting
import World

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The hooks of Swift's runtime that a scheduler sets, for the thread that runs its steps: variables that hold a
/// function. They aren't part of the stable ABI.
///
/// | variable | use |
/// | --- | --- |
/// | `swift_task_enqueueGlobal_hook` | jobs on the runtime's own executor: isolated deinitializers, `Task.sleep` |
/// | `swift_task_getMainExecutor_hook`, `swift_task_isMainExecutor_hook` | the main actor's executor |
///
/// The others are in C: the functions that create tasks, change their executors and cancel them, in `TaskCreation.c`, `Gates.c` and
/// `Cancellation.c`, and the layout of tasks, in `TaskLayout.c`. `HooksAlone` uses of these only the layout. `RuntimeCheck` finds out
/// whether all of them work in this process.
enum RuntimeHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

  private static let enqueue: EnqueueHook = { job, original in
    let owner =
      HooksAlone.areUsed ? HooksAlone.owner(of: job) : Scheduler.current.flatMap { $0.owns(job) ? $0 : nil }
    if let owner { owner.add(job) } else { original(job) }
  }

  private typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  private typealias GetMainHook = @convention(thin) (GetMain) -> UnownedSerialExecutor
  private typealias IsMain = @convention(thin) (UnownedSerialExecutor) -> Bool
  private typealias IsMainHook = @convention(thin) (UnownedSerialExecutor, IsMain) -> Bool

  private static let getMain: GetMainHook = { original in
    Scheduler.current?.main.asUnownedSerialExecutor() ?? original()
  }

  private static let isMain: IsMainHook = { executor, original in
    if original(executor) { return true }
    guard let scheduler = Scheduler.current else { return false }
    return scheduler.main.isAt(world_testing_executor(executor).identity)
  }

  typealias Problem = (part: RuntimeCheck.Part, reason: String)

  private static let problems = set()

  /// Sets the hooks, at the first call in a process.
  ///
  /// - Returns: The parts that are known not to be controlled before the check, and why.
  @discardableResult static func install() -> [Problem] { problems }

  /// Sets the hooks.
  ///
  /// The runtime reads the variables without a lock. Their only values besides null are these functions, which pass on
  /// the calls of threads without a scheduler, so it doesn't matter which of the two another thread sees.
  ///
  /// - Returns: What couldn't be set.
  private static func set() -> [Problem] {
    if HooksAlone.areUsed { HooksAlone.omitOthers() }
    YieldExample.note()
    var problems = [(RuntimeCheck.Part.sleeps, set("swift_task_enqueueGlobal_hook", enqueue))]
    if HooksAlone.areUsed {
      problems.append((.mainActor, "WORLD_RUNTIME is hooks"))
      // Of a task that isn't a child, in an actor. The check may not see it.
      problems.append((.yields, "WORLD_RUNTIME is hooks"))
    } else {
      // On Apple platforms the main actor's executor is part of the system.
      #if os(Linux)
        problems.append((.mainActor, set("swift_task_getMainExecutor_hook", getMain)))
        problems.append((.mainActor, set("swift_task_isMainExecutor_hook", isMain)))
      #endif
    }
    if !world_testing_knows_layout() { problems.append((.waits, "its layout of tasks isn't known")) }
    return problems.compactMap { part, reason in reason.map { (part, $0) } }
  }

  /// - Returns: Why the hook can't be set; `nil` if it is set.
  private static func set<Hook>(_ name: String, _ hook: Hook) -> String? {
    guard !world_testing_omits(world_testing_hooks), let program = dlopen(nil, RTLD_NOW),
      let symbol = dlsym(program, name)
    else { return "it has no \(name)" }
    let variable = symbol.assumingMemoryBound(to: Hook?.self)
    if variable.pointee != nil { return "another library has set \(name)" }
    variable.pointee = hook
    return nil
  }
}

/// Finds out which job a yielding task enqueues.
private final class YieldExample: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  static func note() {
    let executor = YieldExample()
    Task(executorPreference: executor) { await Task.yield() }
    while let job = executor.jobs.withLock({ $0.popLast() }) {
      if taskID(job) == 0 { world_testing_note_yield(unsafeBitCast(job, to: UnsafeRawPointer.self)) }
      job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }
}
