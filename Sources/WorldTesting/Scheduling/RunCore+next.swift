// SPDX-License-Identifier: MIT

import World
import WorldSimulation

extension RunCore {
  /// How a run ended, or a plain test's body.
  enum Ending: Sendable, Equatable {
    /// The body is over, or sleeps end at once; and nothing is ready, or the steps after the end are used up.
    case finished
    /// No task could go on. Only who waits for others knows that.
    case deadlock
    /// The body was still running after so many steps.
    case tooLong(Int)
  }

  enum Decision: Sendable {
    case run(ReadyJob)
    /// The test waits to enter an actor that another test uses.
    case awaitsEntry
    /// A job that a yielding task left at the end of the step. It makes the task ready, and isn't a step.
    case resume(UnownedJob)
    /// Everything else has run as far as it can.
    case settled(UnsafeContinuation<Void, Never>)
    /// A task looks at its condition again.
    case look(Watches.Continuation, Watches.Reason)
    /// - Parameter isLate: Whether ready tasks are late by choice. The next sleep then ends in time.
    case passTime(isLate: Bool)
    case end(Ending)
    /// No task is ready.
    case idle
  }

  /// Returns what to do next.
  mutating func next() -> Decision {
    if awaitsEntry { return .awaitsEntry }
    if step.occupiesMain {
      step.occupiesMain = false
      ready.leaveMain()
    }
    isYielding = !yielding.isEmpty
    if isYielding { return .resume(yielding.remove(at: 0)) }
    if watches.areUsed, let watch = watches.nextAfterStep() { return .look(watch, .step) }
    return ready.isEmpty ? nextWhenIdle() : nextStep()
  }

  private mutating func nextWhenIdle() -> Decision {
    lateness.noteIdle()
    if !settling.isEmpty {
      noteProgress()
      return .settled(settling.removeFirst())
    }
    if let watch = watches.nextWhenIdle(isEnding: phase == .windingDown) { return .look(watch, .idle) }
    guard isUnderWay else { return .end(.finished) }
    return time.passesByItself ? .passTime(isLate: false) : .idle
  }

  private mutating func nextStep() -> Decision {
    if isUnderWay {
      if lateness.stepsMayBeLate, let passing = time.passing, let left = passing.timeUntilNextSleepEnds {
        let choice = lateness.steps.count
        if lateness.choosesLateStep(by: left) {
          log.note(.late(task: ready.task(at: 0), by: left, choice: choice))
          lateCount = ready.count
          return .passTime(isLate: true)
        }
      }
      if stepsWithoutProgress >= RunCore.stepsBeforeTimePasses, time.passesByItself {
        stepsWithoutProgress = 0
        return .passTime(isLate: false)
      }
      if stepCount >= limit { return .end(.tooLong(stepCount)) }
      stepCount += 1
    } else {
      if stepsAfterEnd >= RunCore.stepsAfterEndLimit { return .end(.finished) }
      stepsAfterEnd += 1
    }
    stepsWithoutProgress += 1
    return .run(choose())
  }

  private mutating func choose() -> ReadyJob {
    let (count, late) = (ready.count, lateCount)
    lateCount = nil
    var (index, isChoice, other) = (0, false, Int?.none)
    let last = watches.areUsed ? watches.takeInterrupted() ?? step.task : step.task
    if watches.areUsed, let place = watches.takeLook(ready, after: last) {
      index = place
      // For the next choice.
      lateCount = late.map { place < $0 ? $0 - 1 : $0 }
    } else if count > 1 {
      // The task that ran last comes first, unless it yields, time has passed since, or there was no progress for long; the others in
      // the order in which they became ready. If these are late, the task that the time woke comes first.
      let isTimeLater = last < tasks.count && tasks[last].passages < time.passages
      let isLong = stepsWithoutProgress > RunCore.stepsBeforeOthers
      var first = isLong || isTimeLater ? 0 : ready.placeToGoOn(last)
      if let late, late < count { first = late }
      isChoice = true
      index = ready.choose(by: &chooser, first: first, steps: tasks[ready.task(at: first)].steps)
      if index != first { other = ready.task(at: first) }
    }
    let chosen = ready.remove(at: index)
    if watches.areUsed { watches.noteStep(of: chosen.task) }
    assert(yielding.isEmpty && !isYielding, "tasks that yield become ready before one is chosen")
    step = Step(
      job: chosen.job, task: chosen.task, id: chosen.id,
      occupiesMain: chosen.isMain && !chosen.passesOthers || chosen.holdsMain)
    coverage.beginStep(hasOthers: count > 1, arrivals: ready.arrivalCount)
    if chosen.task < tasks.count {
      let isFirst = tasks.beginStep(of: chosen.task, passages: time.passages, endsWait: chosen.isTask)
      if isFirst, !tasks.endsSleepOfNoDuration(chosen.id) { noteProgress() }
    }
    chooser.ran(chosen.task)
    let logged = RunLog.Step(
      job: chosen.number, task: chosen.task, isTask: chosen.isTask,
      order: isExplored ? chosen.task : order(of: chosen.task),
      count: count, isChoice: isChoice, other: other)
    log.note(.step(logged))
    return chosen
  }

  /// Returns the number of a task in the order in which the tasks became known.
  func order(of task: Int) -> Int { task < tasks.count ? tasks[task].order : task }

  /// What is known of each task without a look at it, by the task's number.
  var knownActivities: [TaskActivity] {
    var activities = (0..<tasks.count).map { number in
      let row = tasks[number]
      return TaskActivity(
        order: row.order, state: tasks.wait(of: number).map { .time($0) } ?? .unknown, functions: [],
        sleeps: row.sleeps, steps: row.steps)
    }
    for ready in ready.all where ready.isTask && ready.task < activities.count {
      activities[ready.task].state = tasks[ready.task].steps == 0 ? .new : .ready
    }
    // The task that ran last becomes ready after what its step left.
    if !yielding.isEmpty, step.task < activities.count { activities[step.task].state = .ready }
    return activities
  }
}
