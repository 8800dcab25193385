import Cores
import Dispatch

/// Runs tasks on a thread of its own, and that on a core of its own: left alone, Linux now and then keeps two
/// threads on one core for seconds, while the other is idle.
final class OwnCore: TaskExecutor {
  private let number: Int32
  private let queue: DispatchQueue

  init(_ number: Int32) {
    self.number = number
    queue = DispatchQueue(label: "core \(number)")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      pin_to_core(self.number)
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}
