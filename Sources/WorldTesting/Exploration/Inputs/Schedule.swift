// SPDX-License-Identifier: MIT

import WorldSimulation

/// An order of tasks, as its switches: each lets a task go on in place of the one whose turn it is. Without switches,
/// each task runs until it waits.
///
/// A switch is identified by its tasks and not by its place in the run, and a task by the tasks that created it. So the
/// other switches stay the same if one is removed, or if the code changes and creates no task and no step there.
struct Schedule: Sendable {
  /// A task: the n-th that another one created. For the first task, the creator is `nil` and the number is 0.
  struct Task: Hashable, Sendable {
    /// The creator's index in the list of tasks; `nil` if no task of the run created this one.
    var creator: Int?
    var number = 0
  }

  struct Switch: PlacedChoice, Sendable {
    struct Tasks: Hashable, Sendable {
      /// The task whose turn it was, and how many steps it had run.
      var first: Int
      var steps: Int
      /// The task that went on, and which of its ready jobs.
      var other: Int
      var place = 0
    }

    var index: Int
    var value: Int
    /// The tasks; `nil` for a switch at that index of a run, whichever tasks these are.
    var tasks: Tasks?

    init(index: Int, value: Int, tasks: Tasks?) {
      (self.index, self.value, self.tasks) = (index, value, tasks)
    }
    init(index: Int, value: Int) { self.init(index: index, value: value, tasks: nil) }
  }

  var switches: [Switch] = []
  /// All tasks of the run, each after its creator.
  var tasks: [Task] = []

  var isEmpty: Bool { switches.isEmpty }

  /// Returns this order with one more switch at a place of its run.
  func adding(_ index: Int, _ value: Int) -> Schedule {
    Schedule(switches: switches + [Switch(index: index, value: value)], tasks: tasks)
  }

  /// The same order with only the tasks of the switches and their creators, in the order in which they appear.
  private var simplest: Schedule {
    var (numbers, tasks): ([Int: Int], [Task]) = ([:], [])
    func number(_ task: Int) -> Int {
      if let number = numbers[task] { return number }
      let creator = self.tasks[task].creator.map(number)
      tasks.append(Task(creator: creator, number: self.tasks[task].number))
      numbers[task] = tasks.count - 1
      return tasks.count - 1
    }
    let switches = switches.map { one in
      var one = one
      guard let tasks = one.tasks else { return one }
      one.tasks?.first = number(tasks.first)
      one.tasks?.other = number(tasks.other)
      return one
    }
    return Schedule(switches: switches, tasks: tasks)
  }
}

extension Schedule: Hashable {
  private struct Key: Hashable {
    var place: [Int]
    var tasks: Switch.Tasks?
  }

  private var keys: [Key] {
    switches.map { Key(place: $0.tasks == nil ? [$0.index, $0.value] : [], tasks: $0.tasks) }
  }

  static func == (a: Schedule, b: Schedule) -> Bool {
    // Most runs are compared with one without switches.
    if a.isEmpty || b.isEmpty { return a.isEmpty && b.isEmpty }
    let (a, b) = (a.simplest, b.simplest)
    return a.tasks == b.tasks && a.keys == b.keys
  }

  func hash(into hasher: inout Hasher) {
    let simplest = simplest
    hasher.combine(simplest.tasks)
    hasher.combine(simplest.keys)
  }
}

extension Schedule: TokenValue {
  init?(from bytes: inout TokenBytes) {
    guard let count = UInt64(from: &bytes) else { return nil }
    for index in 0..<count {
      guard let creator = UInt64(from: &bytes), creator <= index, let number = Int(from: &bytes) else {
        return nil
      }
      tasks.append(Task(creator: creator == 0 ? nil : Int(creator) - 1, number: number))
    }
    guard let count = UInt64(from: &bytes) else { return nil }
    for _ in 0..<count {
      guard let first = Int(from: &bytes), let steps = Int(from: &bytes), let other = Int(from: &bytes),
        let place = Int(from: &bytes), max(first, other) < tasks.count
      else { return nil }
      switches.append(
        Switch(
          index: 0, value: 0,
          tasks: Switch.Tasks(first: first, steps: steps, other: other, place: place)))
    }
  }

  func write(to bytes: inout TokenBytes) {
    let simplest = simplest
    bytes.add(UInt64(simplest.tasks.count))
    for task in simplest.tasks {
      bytes.add(UInt64(task.creator.map { $0 + 1 } ?? 0))
      bytes.add(UInt64(task.number))
    }
    let known = simplest.switches.compactMap(\.tasks)
    bytes.add(UInt64(known.count))
    for tasks in known {
      for number in [tasks.first, tasks.steps, tasks.other, tasks.place] { bytes.add(UInt64(number)) }
    }
  }
}

extension Int {
  /// Reads a number below 2^31.
  fileprivate init?(from bytes: inout TokenBytes) {
    guard let number = UInt64(from: &bytes), number < 1 << 31 else { return nil }
    self.init(number)
  }
}

/// The switches of a run while they are made: first the planned ones.
struct ScheduleRow: Sendable {
  private struct Turn: Hashable, Sendable {
    var task: Int
    var steps: Int
  }

  private let isPlanned: Bool
  /// The numbers of the planned tasks by their creators, and the planned number of each task of the run.
  private var children: [Schedule.Task: Int] = [:]
  private var numbers: [Int?] = []
  /// The planned switches that weren't made yet: by the task whose turn it is, and by index.
  private var left: [Turn: ArraySlice<Schedule.Switch.Tasks>] = [:]
  private var places: ArraySlice<Schedule.Switch>
  /// The number of choices made.
  private(set) var count = 0
  private(set) var taken = Schedule()
  /// Each task's lineage: a number for its creators, because a task has other numbers in other orders.
  private(set) var lineages: [UInt64] = []
  private var createdCounts: [Int] = []
  private var outsideCount = 0
  private var missed = false

  init(planned: Schedule = Schedule()) {
    isPlanned = !planned.isEmpty
    places = planned.switches.filter { $0.tasks == nil }[...]
    for (index, task) in planned.tasks.enumerated() { children[task] = index }
    for tasks in planned.switches.compactMap(\.tasks) {
      left[Turn(task: tasks.first, steps: tasks.steps), default: []].append(tasks)
    }
  }

  /// Whether a planned choice wasn't possible, so that this isn't the planned run.
  var isCutShort: Bool { missed || !places.isEmpty || !left.isEmpty }

  /// Adds a task of the run.
  ///
  /// - Parameter creator: The task that created it; `nil` if no step did.
  mutating func addTask(creator: Int?) {
    var task = Schedule.Task(creator: creator)
    if let creator {
      task.number = createdCounts[creator]
      createdCounts[creator] += 1
    } else {
      task.number = outsideCount
      outsideCount += 1
    }
    taken.tasks.append(task)
    lineages.append(SplitMix.mix((creator.map { lineages[$0] } ?? 1) &+ UInt64(task.number)))
    createdCounts.append(0)
    if !isPlanned { return }
    if let creator { task.creator = numbers[creator] }
    // If a task's creator isn't planned, the task isn't, either.
    numbers.append(creator != nil && task.creator == nil ? nil : children[task])
  }

  /// Returns the planned choice; `nil` if none is planned.
  ///
  /// - Parameter steps: How many steps the task whose turn it is has run.
  mutating func next(among ready: ReadyTasks, steps: Int) -> Int? {
    if !isPlanned { return nil }
    if let place = places.first, place.index == count {
      places.removeFirst()
      if place.value < ready.count { return place.value }
      missed = true
      return nil
    }
    guard !left.isEmpty, let first = numbers[ready[0]] else { return nil }
    let turn = Turn(task: first, steps: steps)
    guard let tasks = left[turn]?.popFirst() else { return nil }
    if left[turn]?.isEmpty == true { left[turn] = nil }
    let other = numbers.firstIndex(of: tasks.other)
    let choice = other.flatMap { ready.choice(of: $0, tasks.place) }
    if choice == nil { missed = true }
    return choice
  }

  /// Notes a choice, planned or not.
  mutating func take(_ choice: Int, among ready: ReadyTasks, steps: Int) {
    if choice != 0 {
      let tasks = Schedule.Switch.Tasks(
        first: ready[0], steps: steps, other: ready[choice], place: ready.countOfSame(before: choice))
      taken.switches.append(Schedule.Switch(index: count, value: choice, tasks: tasks))
    }
    count += 1
  }
}
