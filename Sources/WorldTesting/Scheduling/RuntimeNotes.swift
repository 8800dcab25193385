// SPDX-License-Identifier: MIT

import CWorldTesting
import World

// What the functions that replace those of the runtime and of Dispatch tell the scheduler whose steps the calling thread runs. It is
// alive as long as the thread runs its steps.

/// Notes a task that a step creates.
@_cdecl("world_testing_note_task")
func noteTask(
  _ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer, _ call: UInt, _ outerCall: UInt
) {
  let scheduler = Scheduler.at(scheduler)
  let calls = [CodeAddress(return: call), CodeAddress(return: outerCall)]
  guard scheduler.core.isOpen else { return }
  let isUnqueued = world_testing_is_unqueued(task)
  scheduler.release(scheduler.core.noteCreated(task, isUnqueued: isUnqueued, by: calls))
}

/// Notes that a step's task leaves the scheduler, for an actor with a custom executor or for another executor that it prefers.
@_cdecl("world_testing_note_leaving")
func noteLeaving(_ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer) {
  let scheduler = Scheduler.at(scheduler)
  if scheduler.core.isOpen {
    scheduler.core.tasks.leave(taskID(unsafeBitCast(task, to: UnownedJob.self)))
  }
}

/// Notes that a step cancels tasks.
@_cdecl("world_testing_note_cancellation")
func noteCancellation(_ scheduler: UnsafeRawPointer) { Scheduler.at(scheduler).core.noteCancellation() }

/// Notes that a thread that runs steps uses a queue of Dispatch, or begins a thread.
@_cdecl("world_testing_note_work_outside")
func noteWorkOutside(_ scheduler: UnsafeRawPointer) {
  let scheduler = Scheduler.at(scheduler)
  // The scheduler itself uses queues between steps.
  if scheduler.monitor.runsStep { scheduler.test.hasWorkOutside = true }
}

/// Notes an actor that a step creates.
@_cdecl("world_testing_note_actor")
func noteActor(_ scheduler: UnsafeRawPointer, _ actor: UnsafeRawPointer) {
  Turns.ofProcess.noteCreation(of: UInt(bitPattern: actor), by: Scheduler.at(scheduler).monitor.test)
}

/// Notes that an actor is gone.
@_cdecl("world_testing_forget_actor")
func forgetActor(_ actor: UnsafeRawPointer) { Turns.ofProcess.forget(UInt(bitPattern: actor)) }

/// Returns whether an executor is the main actor's in the test.
@_cdecl("world_testing_is_main")
func isMain(_ scheduler: UnsafeRawPointer, _ executor: UnsafeRawPointer) -> Bool {
  Scheduler.at(scheduler).main.isAt(executor)
}

/// Returns where a task waits if it may not enter an actor now, or if others may go on before it; null if it enters.
///
/// - Parameters:
///   - from: The actor that the task leaves.
///   - isBeingCreated: Whether the task is about to be created. It is then in the actor's queue from its creation, or at the gate.
@_cdecl("world_testing_gate")
func gate(
  _ scheduler: UnsafeRawPointer, _ actor: UnsafeRawPointer, _ from: UnsafeRawPointer?, _ isBeingCreated: Bool
) -> world_testing_executor {
  let isMainActor = isMain(scheduler, actor)
  // Other tasks of the actor that a task leaves run only after it has entered the next one. The main actor's wait here.
  let isFromActor = from.map { !isMain(scheduler, $0) } ?? false
  let canWait = !isBeingCreated && !isFromActor
  let scheduler = Scheduler.at(scheduler)
  if isFromActor, !isMainActor { scheduler.core.log.note(.nestedCall) }
  let isFree = isMainActor || scheduler.tryToEnter(UInt(bitPattern: actor))
  let id = isBeingCreated ? 0 : currentTaskID
  let waits = scheduler.core.waitsBeforeActor(canWait ? id : nil)
  if !waits { scheduler.core.passActor() }
  if !waits, isFree {
    if isBeingCreated {
      scheduler.core.willCreate(on: UInt(bitPattern: actor))
    } else if !isMainActor {
      scheduler.core.noteEntry(into: UInt(bitPattern: actor), by: id)
    }
    return world_testing_executor(identity: nil, witness: nil)
  }
  return world_testing_executor(scheduler.gate.asUnownedSerialExecutor())
}
