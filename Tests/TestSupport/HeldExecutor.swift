import World

/// Holds the jobs of tasks until a test runs them: so the test decides who goes on, and when.
package final class HeldExecutor: TaskExecutor {
  /// The jobs that are held; `nil` once none are.
  private let jobs = Lock<[UnownedJob]?>([])

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if jobs.withLock({ $0?.append(job) != nil }) { return }
    Task.detached { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs jobs until none is held, in the order in which they came.
  package func run() {
    while let job = jobs.withLock({ $0?.isEmpty == false ? $0?.removeFirst() : nil }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Runs all jobs, and from now on each as soon as it comes.
  package func release() {
    run()
    for job in jobs.withLock({ jobs in
      defer { jobs = nil }
      return jobs ?? []
    }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
