// SPDX-License-Identifier: MIT

import CWorldTesting
import World
import WorldSimulation

/// The unfinished tasks that the steps of a run created, except those of `async let`, which their parents know.
///
/// Each task is retained, so that it can be read whatever other threads do, and released after the step in which it
/// ends. If the runtime's layout isn't known, the ledger is empty.
struct Ledger: Sendable {
  /// A reference to release where the caller's code may run: the last reference to a task also releases the task's result.
  // Only the runtime uses the contents of a task, and it does so from any thread.
  struct Element: Sendable {
    nonisolated(unsafe) let address: UnsafeRawPointer

    init(address: UnsafeRawPointer) { self.address = address }

    init(retaining task: UnownedJob) {
      address = unsafeBitCast(task, to: UnsafeRawPointer.self)
      _ = Unmanaged<AnyObject>.fromOpaque(address).retain()
    }

    var isOver: Bool { world_testing_is_over(address) }
    /// The runtime's number.
    var number: UInt64 { taskNumber(unsafeBitCast(address, to: UnownedJob.self)) }
    func release() { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  /// The tasks that only steps run and that aren't over, in any order, their numbers in the run, and what `changes` saw of them last.
  nonisolated(unsafe) private var tasks: [UnsafeRawPointer?] = []
  private var numbers: [Int] = []
  private var states: [UInt64] = []
  /// The place of each task of the run among them; -1 for a task that is over or isn't in the ledger.
  private var places: [Int] = []
  /// The tasks that weren't enqueued in the run or ran elsewhere, by the runtime's numbers. `tasks` doesn't contain them.
  nonisolated(unsafe) private var others: [UInt64: UnsafeRawPointer] = [:]
  /// The number of `others` at which those that are over are removed.
  private var limit = 64
  /// The numbers of the tasks that were removed since the last call of `changes`; `nil` if nobody asks for changes.
  var removed: [Int]?

  /// All tasks.
  var elements: [Element] { (tasks.compactMap { $0 } + others.values).map { Element(address: $0) } }

  /// Adds a task that was created.
  ///
  /// - Parameter place: Its number in the run; `nil` if it has none yet.
  /// - Returns: Other tasks that are over.
  mutating func add(_ task: UnsafeRawPointer, number: UInt64, place: Int?) -> [Element] {
    _ = Unmanaged<AnyObject>.fromOpaque(task).retain()
    if let place { insert(task, place) } else { others[number] = task }
    if others.count < limit { return [] }
    defer { limit = max(64, others.count * 2) }
    return removeOthersThatAreOver()
  }

  /// Gives a task the next number in the run. The runtime's number is `nil` for a task that isn't in the ledger.
  mutating func appendNext(_ number: UInt64?) {
    places.append(-1)
    setNumber(places.count - 1, of: number)
  }

  /// Gives a task a number in the run that was another's.
  mutating func setNumber(_ place: Int, of number: UInt64?) {
    if !others.isEmpty, let task = number.flatMap({ others.removeValue(forKey: $0) }) {
      insert(task, place)
    }
  }

  /// Notes that a task may run elsewhere.
  mutating func leave(_ place: Int, number: UInt64) {
    if let task = remove(place) { others[number] = task.address }
  }

  private mutating func insert(_ task: UnsafeRawPointer, _ number: Int) {
    assert(places[number] < 0, "a task is added twice")
    places[number] = tasks.count
    tasks.append(task)
    numbers.append(number)
    states.append(0)
  }

  private mutating func remove(_ number: Int) -> Element? {
    guard let task = self[number] else { return nil }
    let (place, last) = (places[number], tasks.count - 1)
    places[numbers[last]] = place
    places[number] = -1
    tasks.swapAt(place, last)
    numbers.swapAt(place, last)
    states.swapAt(place, last)
    tasks.removeLast()
    numbers.removeLast()
    states.removeLast()
    removed?.append(number)
    return task
  }

  /// The task with a number, if only steps run it.
  subscript(number: Int) -> Element? {
    // A run that is over has none.
    number < places.count && places[number] >= 0 ? tasks[places[number]].map { Element(address: $0) } : nil
  }

  /// Removes a task, if its last step is over.
  mutating func removeIfOver(_ number: Int) -> Element? {
    self[number]?.isOver == true ? remove(number) : nil
  }

  /// Removes the tasks that ended on an actor, in a step that isn't theirs.
  mutating func removeOver() -> [Element] {
    var over: [Element] = []
    while let number = firstOver, let element = remove(number) { over.append(element) }
    return over
  }

  private var firstOver: Int? {
    let place = tasks.withUnsafeBufferPointer { tasks in
      tasks.baseAddress.map { Int(world_testing_first_over($0, tasks.count)) } ?? tasks.count
    }
    return place < tasks.count ? numbers[place] : nil
  }

  /// Returns the tasks that have changed since the last call, as to where they go on, and whether they are cancelled, and the numbers
  /// of those that were removed. A task with children of `async let` is always among them.
  mutating func changes() -> (changed: [(number: Int, task: UnsafeRawPointer)], removed: [Int]) {
    var (changed, place): ([(number: Int, task: UnsafeRawPointer)], Int) = ([], 0)
    tasks.withUnsafeBufferPointer { tasks in
      states.withUnsafeMutableBufferPointer { states in
        guard let first = tasks.baseAddress, let state = states.baseAddress else { return }
        while true {
          place = world_testing_next_change(first, state, place, tasks.count)
          guard place < tasks.count, let task = tasks[place] else { return }
          changed.append((numbers[place], task))
          place += 1
        }
      }
    }
    defer { removed?.removeAll() }
    return (changed, removed ?? [])
  }

  /// Removes the other tasks that are over.
  mutating func removeOthersThatAreOver() -> [Element] {
    if others.isEmpty { return [] }
    let over = others.filter { world_testing_is_over($0.value) }
    for number in over.keys { others[number] = nil }
    return over.values.map { Element(address: $0) }
  }

  /// Whether a child task runs elsewhere, or may: it may use what its parent's caller refers to.
  var hasChildElsewhere: Bool {
    others.values.contains { world_testing_is_child($0) && !world_testing_is_over($0) }
  }

  /// Removes all tasks, when the run is over.
  mutating func removeAll() -> [Element] {
    defer { self = Ledger() }
    return elements
  }
}

/// Notes a task that a step of a scheduler creates.
@_cdecl("world_testing_note_task")
func noteTask(
  _ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer, _ isIsolated: Bool, _ call: UInt, _ outerCall: UInt
) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  let job = unsafeBitCast(task, to: UnownedJob.self)
  let number = taskNumber(job)
  let over = scheduler.state.withLock { state in
    if isIsolated, state.isOpen { state.addIsolated(job, number: number) }
    if !state.isRecorded, state.isOpen {
      state.creationCalls[number] = (CodeAddress(return: call), CodeAddress(return: outerCall))
    }
    guard state.isOpen, world_testing_knows_layout() else { return [] as [Ledger.Element] }
    var place = state.outside.contains(number) ? nil : state.index(ofTask: number)
    if place == nil, world_testing_is_new(task) { place = state.addImmediate(number) }
    return state.ledger.add(task, number: number, place: place)
  }
  for task in over { task.release() }
}

/// Notes that a step's task leaves the scheduler, for an actor with a custom executor or for another executor that it prefers.
@_cdecl("world_testing_note_leaving")
func noteLeaving(_ scheduler: UnsafeRawPointer, _ task: UnsafeRawPointer) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  let number = taskNumber(unsafeBitCast(task, to: UnownedJob.self))
  scheduler.state.withLock { state in
    state.creationCalls[number] = nil
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

/// Notes that a thread that runs a scheduler's steps uses a queue of Dispatch, or begins a thread.
@_cdecl("world_testing_note_work_outside")
func noteWorkOutside(_ scheduler: UnsafeRawPointer) {
  let scheduler = Unmanaged<Scheduler>.fromOpaque(scheduler).takeUnretainedValue()
  // The scheduler itself uses queues between steps.
  if scheduler.monitor.isRunning { scheduler.state.withLock { $0.hasWorkOutside = true } }
}

extension Scheduler {
  /// Whether every task of the test waits for something that only a step of the test could end.
  ///
  /// Each wait is read at a different moment, while other threads may resume tasks. But a task that waits for other
  /// tasks of the test can't be resumed before one of those is, so none of them can be the first to be resumed.
  var isDurablyBlocked: Bool {
    let hasOthers = state.withLock { !$0.outside.isEmpty }
    // A task's children are in its frames, which change while another thread runs the task on an actor.
    for haveChildren in [false, true] {
      let tasks = activities(haveChildren: haveChildren, havePlaces: false)
      let known = haveChildren ? Set(tasks.compactMap(\.number)) : nil
      if tasks.isEmpty || !tasks.allSatisfy({ $0.isProved(among: known, hasOthers: hasOthers) }) {
        return false
      }
    }
    // Another thread may have moved a machine meanwhile.
    return !hasArrivals
  }

  /// What the unfinished tasks do; none if the runtime's layout isn't known. No step runs meanwhile: the calling thread would run it.
  var activities: [TaskActivity] { activities(haveChildren: true, havePlaces: true) }

  /// - Parameters:
  ///   - haveChildren: Whether to include the tasks of `async let`.
  ///   - havePlaces: Whether to include the functions in which each task goes on, for a report.
  private func activities(haveChildren: Bool, havePlaces: Bool) -> [TaskActivity] {
    let known = state.withLock { $0.knownActivities }
    var found: [TaskActivity] = []
    func order(_ number: Int) -> Int { state.withLock { $0.orderNumber(of: number) } }
    forEachTask(haveChildren: haveChildren) { task, wait, number in
      guard let number else {
        return found.append(TaskActivity(number: nil, state: .outside, functions: []))
      }
      var activity = known[number]
      activity.number = order(number)
      // A task that is ready has no dependency.
      switch wait.kind {
      case 1: activity.state = .task(wait.task.flatMap(self.number(of:)).map(order))
      case 2: if !activity.isAsleep, !activity.isReady { activity.state = .continuation }
      case 3: activity.state = .group
      default: if !activity.isReady { activity.state = .unknown }
      }
      if case .new = activity.state, havePlaces {
        activity.functions =
          state.withLock { $0.creationCalls[taskNumber(job(task))] }.map { [$0, $1] } ?? []
      } else if havePlaces, wait.kind <= 3, wait.kind > 0 || activity.isReady {
        activity.functions = CodeAddress.resume(of: job(task))
      }
      found.append(activity)
    }
    return found.sorted { $0.number ?? .max < $1.number ?? .max }
  }

  /// The tasks that changed in the last step, and those that are over; none if the runtime's layout isn't known.
  func takeChanges() -> TaskChanges {
    var (left, removed) = state.withLock { $0.ledger.changes() }
    var changes = TaskChanges(removed: removed)
    while let (number, task) = left.popLast() {
      // A running task is on another thread, which changes its frames.
      if world_testing_is_running(task) {
        changes.removed.append(number)
        continue
      }
      changes.suspended[number] = SuspendedTask(
        functions: CodeAddress.resume(of: job(task)),
        name: world_testing_task_name(task).map { String(cString: $0) },
        isCancelled: world_testing_is_cancelled(task))
      for child in children(of: task) {
        guard let number = self.number(of: child) else { continue }
        changes.children.insert(number)
        left.append((number, child))
      }
    }
    return changes
  }

  /// Visits the unfinished tasks.
  ///
  /// A parent that only steps run keeps its `async let` children alive while it is suspended.
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

  /// Returns the number of a task that only steps have run.
  private func number(of task: UnsafeRawPointer) -> Int? {
    let number = taskNumber(job(task))
    return state.withLock { $0.outside.contains(number) ? nil : $0.index(ofTask: number) }
  }

  private func job(_ task: UnsafeRawPointer) -> UnownedJob { unsafeBitCast(task, to: UnownedJob.self) }
}
