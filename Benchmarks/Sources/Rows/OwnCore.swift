import Cores
import Dispatch

/// Runs tasks on its own thread, which stays on its own core. Otherwise, Linux sometimes keeps two threads on one core
/// for seconds while another core is idle.
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
