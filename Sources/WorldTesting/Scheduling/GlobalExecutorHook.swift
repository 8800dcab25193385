import CWorldTesting
import World

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Catches what a step enqueues on the runtime's own executor.
///
/// With an executor preference in every task that is little: isolated deinitializers, and the runtime's own task behind
/// `Task.sleep`. The runtime has a hook for it, a variable that holds a function.
enum GlobalExecutorHook {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

  /// Sets the hook, once in a process; only exploring does.
  static let install: Void = {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "swift_task_enqueueGlobal_hook")
    else { return }
    // The runtime reads the variable without a lock. Its only value besides null is this function, which lets through
    // what no scheduler's thread enqueues; so it doesn't matter which of the two another thread sees.
    let hook = symbol.assumingMemoryBound(to: Hook?.self)
    if hook.pointee == nil { hook.pointee = route }
  }()

  private static let route: Hook = { job, enqueue in
    guard let address = world_testing_preferred() else { return enqueue(job) }
    // Alive while it is this thread's preference: `Scheduler.run` holds it.
    Unmanaged<Scheduler>.fromOpaque(address).takeUnretainedValue().add(job)
  }
}
