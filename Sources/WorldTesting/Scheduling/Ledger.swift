// SPDX-License-Identifier: MIT

import CWorldTesting
import World
import WorldSimulation

/// The tasks that the steps of a run create and that aren't over, except those of `async let`, which their parents have.
///
/// Each is retained, so that it may be read whatever other threads do, and released after the step in which it ends. Where the
/// runtime's layout isn't known, there are none.
struct Ledger: Sendable {
  /// A reference that is to be released, where the caller's code may run: the last one to a task releases its result, too.
  // Only the runtime uses what a task is, and it does so from any thread.
  struct Element: Sendable {
    nonisolated(unsafe) let address: UnsafeRawPointer

    var isOver: Bool { world_testing_is_over(address) }
    func release() { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  /// Those that only steps run, by their numbers in the run; `nil` for one that is over, or isn't here.
  nonisolated(unsafe) private var tasks: [UnsafeRawPointer?] = []
  /// Those that weren't enqueued in the run, or ran elsewhere, by the runtime's numbers. None of them is among the tasks.
  nonisolated(unsafe) private var others: [UInt64: UnsafeRawPointer] = [:]
  /// How many of these there may be before those that are over are removed.
  private var limit = 64

  /// All of them.
  var elements: [Element] { (tasks.compactMap { $0 } + others.values).map(Element.init) }

  /// Adds a task that was created.
  ///
  /// - Parameter place: Its number in the run; `nil` if it has none yet.
  /// - Returns: Others that are over.
  mutating func add(_ task: UnsafeRawPointer, number: UInt64, place: Int?) -> [Element] {
    _ = Unmanaged<AnyObject>.fromOpaque(task).retain()
    if let place { tasks[place] = task } else { others[number] = task }
    if others.count < limit { return [] }
    defer { limit = max(64, others.count * 2) }
    return removeOthersThatAreOver()
  }

  /// Gives a task its number in the run, the next one. It is `nil` for one that this doesn't have.
  mutating func appendNext(_ number: UInt64?) {
    tasks.append(others.isEmpty ? nil : number.flatMap { others.removeValue(forKey: $0) })
  }

  /// Notes that a task may run elsewhere.
  mutating func leave(_ place: Int, number: UInt64) {
    if let task = tasks[place].take() { others[number] = task }
  }

  /// A task that only steps run, by its number.
  subscript(place: Int) -> Element? {
    // A run that is over has none.
    place < tasks.count ? tasks[place].map { Element(address: $0) } : nil
  }

  /// Removes a task, if its last step is over.
  mutating func removeIfOver(_ place: Int) -> Element? {
    guard let task = self[place], task.isOver else { return nil }
    tasks[place] = nil
    return task
  }

  /// Removes those that ended on an actor, whose step isn't theirs.
  mutating func removeOver() -> [Element] {
    var over: [Element] = []
    while let place = firstOver, let element = removeIfOver(place) { over.append(element) }
    return over
  }

  private var firstOver: Int? {
    let place = tasks.withUnsafeBufferPointer { tasks in
      tasks.baseAddress.map { Int(world_testing_first_over($0, Int(tasks.count))) } ?? tasks.count
    }
    return place < tasks.count ? place : nil
  }

  /// Removes those that ended elsewhere.
  mutating func removeOthersThatAreOver() -> [Element] {
    if others.isEmpty { return [] }
    let over = others.filter { world_testing_is_over($0.value) }
    for number in over.keys { others[number] = nil }
    return over.values.map { Element(address: $0) }
  }

  /// Removes all, when the run is over.
  mutating func removeAll() -> [Element] {
    defer { self = Ledger() }
    return elements
  }
}

/// Notes a task that a step of a scheduler creates.
@_cdecl("world_testing_note_task")
func noteTask(_ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer, _ isIsolated: Bool) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  let job = unsafeBitCast(task, to: UnownedJob.self)
  let number = taskNumber(job)
  let over = scheduler.state.withLock { state in
    if isIsolated, state.isOpen { state.addIsolated(job, number: number) }
    guard state.isOpen, world_testing_knows_layout() else { return [] as [Ledger.Element] }
    var place = state.outside.contains(number) ? nil : state.index(ofTask: number)
    if place == nil, world_testing_is_new(task) { place = state.addImmediate(number) }
    return state.ledger.add(task, number: number, place: place)
  }
  for task in over { task.release() }
}

/// Notes that a task of a step leaves the scheduler: it goes on to an actor with an executor of its own, or prefers another.
@_cdecl("world_testing_note_leaving")
func noteLeaving(_ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  let number = taskNumber(unsafeBitCast(task, to: UnownedJob.self))
  scheduler.state.withLock { state in
    guard state.isOpen, state.outside.insert(number).inserted, let place = state.index(ofTask: number) else {
      return
    }
    state.ledger.leave(place, number: number)
  }
}

/// Notes that a step of a scheduler cancels tasks.
@_cdecl("world_testing_note_cancellation")
func noteCancellation(_ scheduler: UnsafeRawPointer) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  scheduler.state.withLock { $0.noteCancellation() }
}

extension Scheduler {
  /// Whether every task of the test waits, and only a step of the test could end that.
  ///
  /// Each wait is read at another moment, while other threads may resume tasks. But a task that waits for others of these
  /// isn't resumed before one of them is, and so the first that could be is none of these.
  var isDurablyBlocked: Bool {
    let hasOthers = state.withLock { !$0.outside.isEmpty }
    // A task has its children in its frames, which another thread changes that runs it on an actor.
    for haveChildren in [false, true] {
      let waiting = waitingTasks(haveChildren: haveChildren, havePlaces: false)
      let known = haveChildren ? Set(waiting.compactMap(\.number)) : nil
      if waiting.isEmpty || !waiting.allSatisfy({ $0.isProved(among: known, hasOthers: hasOthers) }) {
        return false
      }
    }
    // Another thread may have moved a machine meanwhile.
    return !hasArrivals
  }

  /// The tasks that aren't over; none if the runtime's layout isn't known. No step runs, or the calling thread would run it.
  var waitingTasks: [WaitingTask] { waitingTasks(haveChildren: true, havePlaces: true) }

  /// - Parameters:
  ///   - haveChildren: Whether those of `async let` are among them.
  ///   - havePlaces: Whether each has the functions where it goes on, for a report.
  private func waitingTasks(haveChildren: Bool, havePlaces: Bool) -> [WaitingTask] {
    let (waits, looks) = state.withLock { ($0.waits, $0.looksAtStep) }
    let now = Watch.ofProcess.looks
    var found: [WaitingTask] = []
    forEachTask(haveChildren: haveChildren) { task, wait, number in
      // One that runs, or that ran elsewhere, may end the others' waits.
      guard wait.kind > 0, let number else {
        found.append(
          WaitingTask(number: number, reason: .unknown, functions: [], looks: number.map { now - looks[$0] }))
        return
      }
      let reason: WaitingTask.Reason =
        switch wait.kind {
        case 1: .task(wait.task.flatMap(self.number(of:)))
        case 2: waits[number].map { .time($0) } ?? .continuation
        case 3: .group
        default: .unknown
        }
      var functions: [CodeAddress] = []
      if havePlaces, wait.kind <= 3 { functions = CodeAddress.resume(of: job(task)) }
      found.append(
        WaitingTask(number: number, reason: reason, functions: functions, looks: now - looks[number]))
    }
    return found.sorted { $0.number ?? .max < $1.number ?? .max }
  }

  /// The tasks that aren't over, by their numbers; none if the runtime's layout isn't known. No step runs.
  var suspendedTasks: [Int: SuspendedTask] {
    var found: [Int: SuspendedTask] = [:]
    forEachTask { task, _, number in
      // What runs, runs on another thread, and its frames change.
      if let number, !world_testing_is_running(task) {
        found[number] = SuspendedTask(
          functions: CodeAddress.resume(of: job(task)),
          name: world_testing_task_name(task).map { String(cString: $0) },
          isCancelled: world_testing_is_cancelled(task))
      }
    }
    return found
  }

  /// Visits the tasks that aren't over.
  ///
  /// A child of `async let` is alive while its parent, which ran in steps alone, is suspended.
  private func forEachTask(
    haveChildren: Bool = true, _ visit: (UnsafeRawPointer, world_testing_wait, _ number: Int?) -> Void
  ) {
    var left = state.withLock { $0.ledger.elements }.map(\.address)
    while let task = left.popLast() {
      let (isOver, number) = (world_testing_is_over(task), number(of: task))
      // A child that ended elsewhere, and is still there, may be about to resume its parent.
      if isOver, number != nil || !world_testing_is_child(task) { continue }
      // What a task waits for is in its frame, which is gone when it goes on elsewhere.
      visit(task, number == nil ? world_testing_wait() : world_testing_waits(task), number)
      if haveChildren, number != nil, !world_testing_is_running(task) { left += children(of: task) }
    }
  }

  private func children(of task: UnsafeRawPointer) -> [UnsafeRawPointer] {
    var capacity = 64
    while true {
      let found = withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: capacity) { buffer in
        buffer.initialize(repeating: nil)
        let count = buffer.baseAddress.map { world_testing_children(task, $0, Int32(buffer.count)) } ?? 0
        return buffer[..<Int(count)].compactMap { $0 }
      }
      // There may be more.
      if found.count < capacity { return found }
      capacity *= 2
    }
  }

  /// The number of a task that ran in steps alone.
  private func number(of task: UnsafeRawPointer) -> Int? {
    let number = taskNumber(job(task))
    return state.withLock { $0.outside.contains(number) ? nil : $0.index(ofTask: number) }
  }

  private func job(_ task: UnsafeRawPointer) -> UnownedJob { unsafeBitCast(task, to: UnownedJob.self) }
}
