// SPDX-License-Identifier: MIT

extension RunCore {
  /// What the running step has done, or the last one did.
  ///
  /// Choices order whole steps. That covers all orders only if each step that made a task ready ends before the next actor it comes to;
  /// otherwise `omitsOrders` is set. `Report.knowsOrders` has the other conditions of the claim.
  struct Step: Sendable {
    /// The task that runs, or ran last, and the runtime's number; 0 if the job isn't a task.
    var task = 0
    var id: UInt64 = 0
    /// Whether the main actor waits for the end of the step: it runs the step, or the step's task is about to leave it.
    var occupiesMain = false
    /// Whether other jobs were ready when it began.
    var hasOthers = false
    /// Whether it made tasks ready or cancelled some, which may run before its end.
    var hasReadied = false
    /// The number of jobs that had become ready when it began.
    var arrivalsBefore = 0
    /// Whether it created a task in an actor's queue.
    var hasCreated = false
    /// Whether it created a task that it runs itself.
    var hasImmediate = false
    /// The last entry into an actor. If the actor is idle, its job is the next that becomes ready.
    var entry: (actor: UInt, task: Int)?
    /// The number of a task that is being created, and that an actor's job works for; and the actor in whose queue it is created.
    var created: Int?
    var creatingOn: UInt?
  }
}
