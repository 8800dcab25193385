// SPDX-License-Identifier: MIT

/// A job that became ready.
struct ReadyJob: Sendable {
  var job: UnownedJob
  /// The task's number; where the job isn't a task, the number of the task that it works for.
  var task = 0
  /// Whether it is the main actor's.
  var isMain = false
  /// Whether it waits at the gate in a call from the main actor, whose other jobs wait until it is over.
  var holdsMain = false
  /// Whether it is the main actor's, and runs before the jobs that wait for it.
  var passesOthers = false
  /// Its number in the order in which jobs became ready.
  var number = 0
  /// Whether the task yields.
  var isYield = false
  /// Whether the task was cancelled when it became ready.
  var wasCancelled = false
  /// The runtime's number of the task; 0 if the job isn't a task.
  var id: UInt64 = 0

  var isTask: Bool { id != 0 }
}

/// Where a job becomes ready.
enum Place: Hashable, Sendable {
  case pool
  case main
  /// Before an actor that the task is about to enter: others may come first.
  case gate
  /// In an actor, by its address: the job runs the tasks that wait for it.
  case actor(UInt)
}

/// A job that the runtime wants to be run.
struct Arrival {
  var job: UnownedJob
  /// The runtime's number of the task; 0 if the job isn't a task.
  var id: UInt64
  var place: Place
  /// Whether another thread than the one that runs the steps sends it.
  var isOutside: Bool
  /// Whether the task is cancelled, in a run of an exploration.
  var isCancelled = false
  /// Whether it is what a yielding task leaves.
  var isYield = false

  /// The actor whose job it is.
  var actor: UInt? { if case .actor(let actor) = place { actor } else { nil } }
}
