import CWorldTesting
import World

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Functions of Swift's runtime that a scheduler replaces on the thread that runs its steps: variables of the runtime that
/// hold a function. They are no part of its stable interface.
///
/// | variable | what comes by it | known |
/// | --- | --- | --- |
/// | `swift_task_enqueueGlobal_hook` | what a step enqueues on the runtime's own executor: isolated deinitializers, and the runtime's task behind `Task.sleep` | 5.5 to 6.3 |
/// | `swift_task_getMainExecutor_hook`, `swift_task_isMainExecutor_hook` | which executor is the main actor's | 6.3, Linux |
///
/// Two more parts are in `TaskCreation.c`: the function that creates tasks, and the layout of tasks. Where a variable isn't
/// there, what would come by it isn't controlled: it runs as Swift runs it, and a line on standard error says so.
enum RuntimeHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

  private static let enqueue: EnqueueHook = { job, original in
    guard let scheduler = Scheduler.current, scheduler.owns(job) else { return original(job) }
    scheduler.add(job)
  }

  #if compiler(>=6.3) && compiler(<6.4) && os(Linux)
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
      return scheduler.main.isSame(as: executor)
    }
  #endif

  /// Sets the hooks, once in a process that has a scheduler.
  ///
  /// The runtime reads the variables without a lock. Their only values besides null are these functions, which let through
  /// what no scheduler's thread does; so it doesn't matter which of the two another thread sees.
  static let install: Void = {
    var missing: [String] = []
    if !set("swift_task_enqueueGlobal_hook", enqueue) { missing.append("jobs of the runtime") }
    #if compiler(>=6.3) && compiler(<6.4) && os(Linux)
      if !set("swift_task_getMainExecutor_hook", getMain) || !set("swift_task_isMainExecutor_hook", isMain) {
        missing.append("the main actor")
      }
    #else
      missing += ["the main actor", "Task.sleep"]
    #endif
    if !world_testing_knows_layout() { missing.append("what tasks wait for") }
    if missing.isEmpty { return }
    writeLineToStandardError(
      "World: This version of Swift's runtime isn't known, so these aren't controlled in tests of mock worlds: "
        + missing.joined(separator: ", ") + ".")
  }()

  /// - Returns: Whether the runtime has the variable.
  private static func set<Hook>(_ name: String, _ hook: Hook) -> Bool {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, name) else { return false }
    let variable = symbol.assumingMemoryBound(to: Hook?.self)
    if variable.pointee == nil { variable.pointee = hook }
    return true
  }
}
