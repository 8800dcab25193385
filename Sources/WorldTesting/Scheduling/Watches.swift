// SPDX-License-Identifier: MIT

/// The tasks of a run that wait for conditions, with `World.eventually`.
///
/// Such a task looks at its condition after each step of another task. What it runs to look is neither a choice nor a step of another,
/// so that two such tasks don't wake each other again and again.
struct Watches: Sendable {
  enum Reason: Sendable {
    /// Another task ran a step.
    case step
    /// No other task can go on, unless time passes.
    case idle
    /// Something outside may have changed what the condition reads.
    case outside
  }

  typealias Continuation = UnsafeContinuation<Reason, Never>

  private struct Watch: Sendable {
    var number: Int
    var task: Int
    /// The number of steps of others when it looked last.
    var steps: Int
    /// Whether it has looked since no other task can go on.
    var isIdle: Bool
    var continuation: Continuation
  }

  /// Whether a task has waited. Otherwise, nobody need ask at each step, for which a debug build would copy all of this.
  private(set) var areUsed = false
  private var waiting: [Watch] = []
  private var lastNumber = 0
  /// The tasks that wait, and those that look: several times, if a condition waits for another one.
  private var tasks: [Int] = []
  /// The task that looks next, until it has begun to.
  private var looking: Int?
  /// The task that ran before a look, and goes on after it.
  private var interrupted: Int?
  /// The same, when the look is over, until the next choice.
  private var continuing: Int?
  /// The number of steps of other tasks.
  private var steps = 0

  /// Notes that a task begins to wait for a condition.
  ///
  /// - Returns: The number of the wait.
  mutating func begin(_ task: Int) -> Int {
    areUsed = true
    tasks.append(task)
    lastNumber += 1
    return lastNumber
  }

  mutating func end(_ task: Int) {
    if let place = tasks.lastIndex(of: task) { tasks.remove(at: place) }
  }

  /// Lets a task look again after the next step of another.
  ///
  /// - Parameter isIdle: Whether it knows that no other task can go on, so that time may pass.
  mutating func add(_ number: Int, of task: Int, isIdle: Bool, _ continuation: Continuation) {
    continuing = interrupted.take()
    waiting.append(
      Watch(number: number, task: task, steps: steps, isIdle: isIdle, continuation: continuation))
  }

  /// Returns whether a task is about to look, for which it may need the main actor.
  func isAboutToLook(_ task: Int) -> Bool { looking == task }

  /// Notes that the task that looks next looks.
  mutating func beginLook() { looking = nil }

  /// Returns whether a task waits or looks.
  func contains(_ task: Int) -> Bool { tasks.contains(task) }

  /// Returns whether a task waits, so that only a step of another can let it go on.
  func isWaiting(_ task: Int) -> Bool { waiting.contains { $0.task == task } }

  /// Takes the continuation of a task that looks because others have run.
  mutating func nextAfterStep() -> Continuation? {
    let steps = steps
    return next { $0.steps != steps }
  }

  /// Takes the continuation of a task that looks because no other can go on.
  ///
  /// - Parameter isEnding: Whether all waits end.
  mutating func nextWhenIdle(isEnding: Bool) -> Continuation? { next { !$0.isIdle || isEnding } }

  /// Takes the continuation of a wait, if it still waits.
  mutating func take(_ number: Int) -> Continuation? { next { $0.number == number } }

  private mutating func next(where isDue: (Watch) -> Bool) -> Continuation? {
    guard let place = waiting.firstIndex(where: isDue) else { return nil }
    let watch = waiting.remove(at: place)
    looking = watch.task
    return watch.continuation
  }

  /// Returns the place of the task that looks now, among those that are ready.
  ///
  /// - Parameter last: The task that ran before.
  mutating func takeLook(_ ready: borrowing ReadyQueue, after last: Int) -> Int? {
    guard let task = looking, let place = ready.place(of: task) else { return nil }
    interrupted = interrupted ?? last
    return place
  }

  /// Returns the task that goes on after a look, if one just ended.
  mutating func takeInterrupted() -> Int? { continuing.take() }

  /// Notes that a task runs a step.
  mutating func noteStep(of task: Int) {
    if tasks.contains(task) { return }
    // A wait that is over left it.
    interrupted = nil
    steps += 1
  }
}
