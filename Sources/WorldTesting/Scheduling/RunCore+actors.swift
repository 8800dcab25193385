// SPDX-License-Identifier: MIT

import World

// What the core notes of actors, and of tasks that the running step creates or cancels.
extension RunCore {
  /// Notes that a task of the running step enters an actor, which isn't the main actor.
  ///
  /// - Parameter id: The runtime's number of the task.
  mutating func noteEntry(into actor: UInt, by id: UInt64) {
    guard let task = tasks.number(of: id) else { return }
    log.noteEntry(of: task, into: actor)
    step.entry = (actor, task)
  }

  /// Whether a task of the running step waits before an actor: the step made tasks ready, or cancelled some, that may be there first.
  ///
  /// - Parameter id: The runtime's number of the task, if it can wait for others; otherwise `nil`.
  func waitsBeforeActor(_ id: UInt64?) -> Bool {
    // The creator of a `Task.immediate` goes on when that task waits.
    id == step.id && coverage.endsStep
  }

  /// Notes that the running step goes on to an actor.
  mutating func passActor() { coverage.passPlace() }

  /// Notes that the running step cancels tasks.
  mutating func noteCancellation() {
    coverage.noteCancellation()
    log.note(.cancellation)
  }

  /// Notes whether the running step cancelled tasks that it made ready, as the end of a scope with `async let` does without a call.
  /// They may have gone on before.
  ///
  /// - Parameter isCancelled: Returns whether a task is cancelled.
  mutating func noteCancelled(_ isCancelled: (UnownedJob) -> Bool) {
    if !coverage.omitsOrders, ready.arrivalCount > coverage.arrivalsBefore,
      ready.hasArrived(
        after: coverage.arrivalsBefore, where: { $0.isTask && !$0.wasCancelled && isCancelled($0.job) })
    {
      coverage.omit()
    }
  }

  /// Gives a task that the running step is about to create in the queue of an actor the next number. Its first step is one of the actor's.
  mutating func willCreate(on actor: UInt) {
    guard isOpen else { return }
    let task = addTask(nil, creator: step.task)
    log.noteEntry(of: task, into: actor)
    step.creating = (actor, task)
  }

  /// Notes a task that the running step created.
  ///
  /// - Parameters:
  ///   - isUnqueued: Whether it wasn't enqueued. Then it is a `Task.immediate`, unless it begins on an actor.
  ///   - calls: The call that created it, and that one's caller.
  /// - Returns: Tasks that are over.
  mutating func noteCreated(
    _ task: UnsafeRawPointer, isUnqueued: Bool, by calls: [CodeAddress]
  ) -> [RetainedTask] {
    let job = unsafeBitCast(task, to: UnownedJob.self)
    let id = taskID(job)
    if let (actor, number) = step.creating.take() {
      noteProgress()
      coverage.noteCreatedInQueue()
      tasks.setID(id, of: number)
      if log.hasFunctions {
        let created = logged(ReadyJob(job: job, task: number, id: id), at: .actor(actor))
        log.note(.created(created))
      }
    }
    var number = tasks.numberOfOwn(id)
    if number == nil, isUnqueued {
      // It isn't enqueued before it waits.
      step.hasImmediate = true
      number = addTask(id, creator: step.task)
    }
    if let number, !isExplored { tasks.setCreation(calls, of: number) }
    return tasks.retain(task, id: id, number: number)
  }
}
