// SPDX-License-Identifier: MIT

import CWorldTesting
import World
import WorldSimulation

/// A reference to a task that is released where the caller's code may run: the last reference to a task also releases the task's
/// result.
// Only the runtime changes the contents of a task, and it does so from any thread; `TaskLayout.c` reads them.
struct RetainedTask: Sendable {
  nonisolated(unsafe) let address: UnsafeRawPointer

  init(address: UnsafeRawPointer) { self.address = address }

  init(retaining task: UnsafeRawPointer) {
    address = task
    _ = Unmanaged<AnyObject>.fromOpaque(address).retain()
  }

  var isOver: Bool { world_testing_is_over(address) }
  /// The runtime's number.
  var id: UInt64 { taskID(unsafeBitCast(address, to: UnownedJob.self)) }
  func release() { Unmanaged<AnyObject>.fromOpaque(address).release() }
}

/// The tasks of a run, by their numbers in it.
///
/// The tasks that steps created and that aren't over are retained, except those of `async let`, which their parents know. So they can
/// be read whatever other threads do. Each is released after the step in which it ends; one of `others`, when no task is ready, or when
/// there are many. If the runtime's layout isn't known, none is retained. In a plain test, which may have any number of tasks, the next
/// tasks take the numbers of those that are over.
struct TaskTable: ~Copyable, Sendable {
  /// What is known of a task.
  struct Row: Sendable {
    /// How many steps it took, and how often it slept.
    var steps = 0
    var sleeps = 0
    /// How often it slept while sleeps ended at once.
    var sleepsEndedAtOnce = 0
    /// How often time had passed by itself when it last ran, or became known.
    var passages = 0
    /// Its number in the order in which tasks became known.
    var order: Int
    /// Its place among the retained tasks; -1 if it isn't retained, or is over.
    fileprivate var place = -1
  }

  private var rows: [Row] = []
  /// What each task waits for, until its next step. A debug build copies a row to read a number in it, so that this isn't in the row.
  private var timeWaits: [TimeWait?] = []
  private var waitCount = 0
  /// The calls that created each task, in a plain test.
  private var creations: [Int: [CodeAddress]] = [:]
  /// The numbers, by the runtime's.
  private var numbers: [UInt64: Int] = [:]
  /// The numbers of tasks that are over, for the next ones.
  private var freeNumbers: [Int] = []
  /// The number of tasks that were added. Several may have had one number.
  private var addedCount = 0
  /// The tasks that another executor may have run, by the runtime's numbers: their waits prove nothing.
  private(set) var outside: Set<UInt64> = []
  /// The retained tasks that only steps run, in any order.
  nonisolated(unsafe) private var tasks: [world_testing_retained] = []
  /// The retained tasks that weren't enqueued in the run or ran elsewhere, by the runtime's numbers.
  nonisolated(unsafe) private var others: [UInt64: UnsafeRawPointer] = [:]
  /// The number of `others` at which those that are over are removed.
  private var othersLimit = 64
  /// The runtime's tasks that end a sleep, by the runtime's numbers: in a plain test retained, to know when they are over; and those
  /// that end a sleep of no duration.
  private var timers: [UInt64: RetainedTask] = [:]
  private var timersOfNoDuration: Set<UInt64> = []
  /// The numbers of the tasks that were removed as they are over since the last call of `changes`; `nil` if nobody asks for changes.
  var removed: [Int]?

  var count: Int { rows.count }

  subscript(number: Int) -> Row {
    _read { yield rows[number] }
    _modify { yield &rows[number] }
  }

  /// The number of steps of each task.
  var steps: [Int] { rows.map(\.steps) }

  /// The waits for time machines.
  var waits: [TimeWait] { timeWaits.compactMap { $0 } }

  /// What a task waits for, until its next step.
  func wait(of number: Int) -> TimeWait? { timeWaits[number] }

  /// Notes that a task waits for a time machine, until its next step.
  mutating func setWait(_ wait: TimeWait, of number: Int) {
    if timeWaits[number] == nil { waitCount += 1 }
    timeWaits[number] = wait
  }

  /// Notes that a task runs a step.
  ///
  /// - Parameters:
  ///   - passages: How often time has passed by itself.
  ///   - endsWait: Whether it is the task that runs, and not a job that works for it.
  /// - Returns: Whether it is the task's first step.
  mutating func beginStep(of number: Int, passages: Int, endsWait: Bool) -> Bool {
    rows[number].steps += 1
    rows[number].passages = passages
    if endsWait, haveWaits, timeWaits[number] != nil {
      timeWaits[number] = nil
      waitCount -= 1
    }
    return rows[number].steps == 1
  }

  /// Notes the calls that created a task: the innermost, and its caller.
  mutating func setCreation(_ calls: [CodeAddress], of number: Int) { creations[number] = calls }

  func creation(of number: Int) -> [CodeAddress] { creations[number] ?? [] }

  /// Whether a task waits for a time machine.
  var haveWaits: Bool { waitCount > 0 }

  /// Returns the number of a task, by the runtime's number.
  func number(of id: UInt64) -> Int? { numbers[id] }

  /// Returns the number of a task that only steps have run, by the runtime's number.
  func numberOfOwn(_ id: UInt64) -> Int? { outside.contains(id) ? nil : numbers[id] }

  // MARK: Numbers

  /// Gives a task a number.
  ///
  /// - Parameters:
  ///   - id: The runtime's number; `nil` if it isn't known yet.
  ///   - running: The task that ran last, whose number isn't given to another: it comes first.
  ///   - passages: How often time has passed by itself.
  ///   - sharesNumbers: Whether it may have the number of a task that is over.
  /// - Returns: The number, and whether it is a new one.
  mutating func add(
    _ id: UInt64?, running: Int, passages: Int, sharesNumbers: Bool
  ) -> (number: Int, isNew: Bool) {
    defer { addedCount += 1 }
    let row = Row(passages: passages, order: addedCount)
    var number = rows.count
    let free = sharesNumbers ? freeNumbers.lastIndex { $0 != running } : nil
    if let free {
      number = freeNumbers.remove(at: free)
      if timeWaits[number] != nil { waitCount -= 1 }
      (rows[number], timeWaits[number], creations[number]) = (row, nil, nil)
    } else {
      rows.append(row)
      timeWaits.append(nil)
    }
    if let id { setID(id, of: number) }
    return (number, free == nil)
  }

  /// Notes the runtime's number of a task.
  mutating func setID(_ id: UInt64, of number: Int) {
    numbers[id] = number
    if !others.isEmpty, !outside.contains(id), let task = others.removeValue(forKey: id) {
      insert(task, number)
    }
  }

  /// Forgets a task that is over, in a plain test.
  mutating func forget(_ id: UInt64) {
    if let number = numbers.removeValue(forKey: id) { freeNumbers.append(number) }
  }

  /// Notes that another executor may run a task.
  mutating func leave(_ id: UInt64) {
    guard outside.insert(id).inserted else { return }
    if let number = numbers[id], let task = remove(number, isOver: false) { others[id] = task.address }
  }

  // MARK: Timers

  /// Notes a task of the runtime that ends a sleep.
  mutating func addTimer(_ job: UnownedJob, id: UInt64, of duration: Duration, isRetained: Bool) {
    if duration <= .zero { timersOfNoDuration.insert(id) }
    // Without the layout it isn't known when a timer is over.
    if isRetained, id != 0, world_testing_knows_layout(), timers[id] == nil {
      timers[id] = RetainedTask(retaining: unsafeBitCast(job, to: UnsafeRawPointer.self))
    }
  }

  /// Whether a task ends a sleep of no duration.
  func endsSleepOfNoDuration(_ id: UInt64) -> Bool { timersOfNoDuration.contains(id) }

  /// Returns whether a job belongs to a sleep of no duration: it is the timer, or the timer's step makes it ready. The
  /// timer's step is forgotten then.
  mutating func takeSleepOfNoDuration(_ id: UInt64, madeBy running: UInt64) -> Bool {
    if timersOfNoDuration.isEmpty { return false }
    return timersOfNoDuration.contains(id) || timersOfNoDuration.remove(running) != nil
  }

  /// Removes a timer, if its last step is over.
  mutating func removeTimerIfOver(_ id: UInt64) -> RetainedTask? {
    timers[id]?.isOver == true ? timers.removeValue(forKey: id) : nil
  }

  // MARK: Retained tasks

  /// All retained tasks, except timers. The table keeps the references.
  var retained: [RetainedTask] {
    (tasks.map(\.task) + others.values).map { RetainedTask(address: $0) }
  }

  /// Retains a task that was created, if the runtime's layout is known.
  ///
  /// - Parameter number: `nil` if it has none yet.
  /// - Returns: Others that are over.
  mutating func retain(_ task: UnsafeRawPointer, id: UInt64, number: Int?) -> [RetainedTask] {
    if !world_testing_knows_layout() { return [] }
    let task = RetainedTask(retaining: task).address
    if let number { insert(task, number) } else { others[id] = task }
    if others.count < othersLimit { return [] }
    defer { othersLimit = max(64, others.count * 2) }
    return removeOthersThatAreOver()
  }

  private mutating func insert(_ task: UnsafeRawPointer, _ number: Int) {
    assert(rows[number].place < 0, "a task is added twice")
    rows[number].place = tasks.count
    tasks.append(world_testing_retained(task: task, number: number, state: 0))
  }

  private mutating func remove(_ number: Int, isOver: Bool = true) -> RetainedTask? {
    let place = rows[number].place
    if place < 0 { return nil }
    let (task, last) = (tasks[place].task, tasks[tasks.count - 1])
    (tasks[place], rows[last.number].place) = (last, place)
    tasks.removeLast()
    rows[number].place = -1
    if isOver { removed?.append(number) }
    return RetainedTask(address: task)
  }

  /// Removes a task, if its last step is over.
  mutating func removeIfOver(_ number: Int) -> RetainedTask? {
    // A run that is over has none.
    guard number < rows.count, rows[number].place >= 0,
      world_testing_is_over(tasks[rows[number].place].task)
    else { return nil }
    return remove(number)
  }

  /// Removes the tasks that ended on an actor, in a step that isn't theirs.
  mutating func removeOver() -> [RetainedTask] {
    var (over, place): ([RetainedTask], Int) = ([], tasks.count)
    while true {
      // From the end, as the last task takes the place of one that is removed.
      place = tasks.withUnsafeBufferPointer { world_testing_last_over($0.baseAddress, place) }
      if place < 0 { return over }
      if let task = remove(tasks[place].number) { over.append(task) }
    }
  }

  /// Returns the tasks that have changed since the last call, as to where they go on, and whether they are cancelled, and the numbers
  /// of those that were removed. A task with children of `async let` is always among them.
  mutating func changes() -> (changed: [(number: Int, task: UnsafeRawPointer)], removed: [Int]) {
    var (changed, place): ([(number: Int, task: UnsafeRawPointer)], Int) = ([], 0)
    tasks.withUnsafeMutableBufferPointer { tasks in
      while true {
        place = world_testing_next_change(tasks.baseAddress, place, tasks.count)
        if place == tasks.count { return }
        changed.append((tasks[place].number, tasks[place].task))
        place += 1
      }
    }
    defer { removed?.removeAll() }
    return (changed, removed ?? [])
  }

  /// Removes the others that are over.
  mutating func removeOthersThatAreOver() -> [RetainedTask] {
    if others.isEmpty { return [] }
    let over = others.filter { world_testing_is_over($0.value) }
    for id in over.keys { others[id] = nil }
    return over.values.map { RetainedTask(address: $0) }
  }

  /// Whether a child task runs elsewhere, or may: it may use what its parent's caller refers to.
  var hasChildElsewhere: Bool {
    others.values.contains { world_testing_is_child($0) && !world_testing_is_over($0) }
  }

  /// Removes all retained tasks, when the run is over. What the rows say stays.
  mutating func removeAll() -> [RetainedTask] {
    defer {
      (tasks, others, timers) = ([], [:], [:])
      for number in rows.indices { rows[number].place = -1 }
    }
    return retained + timers.values
  }
}
