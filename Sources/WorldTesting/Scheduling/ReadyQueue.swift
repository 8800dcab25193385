// SPDX-License-Identifier: MIT

/// The ready jobs, in the order in which they became ready.
///
/// It is noncopyable, because a debug build would copy it even for a call that changes nothing.
struct ReadyQueue: ~Copyable, Sendable {
  private var elements: [ReadyJob] = []
  /// The tasks of the jobs, in an array of their own: strategies look at all of them at each step.
  private var tasks: [Int] = []
  /// The number of removed elements at the beginning.
  private var head = 0
  /// The number of jobs of each task, and the number of tasks that have several.
  private var counts: [Int] = []
  private var severalCount = 0
  /// Whether each task itself is ready, once at most, and not only jobs that work for it.
  private var hasTask: [Bool] = []
  /// The main actor's jobs after the one that is ready or running: its queue is first in, first out.
  private var waitingForMain: [ReadyJob] = []
  private var isMainBusy = false
  /// The number of jobs that have become ready.
  private(set) var arrivalCount = 0

  var isEmpty: Bool { head == tasks.count }
  var count: Int { tasks.count - head }
  var all: [ReadyJob] { elements[head...] + waitingForMain }

  /// Returns the task of the job at an index.
  func task(at index: Int) -> Int { tasks[head + index] }

  /// Returns the index of a task's first job.
  func place(of task: Int) -> Int? { tasks[head...].firstIndex(of: task).map { $0 - head } }

  /// Returns the index of a task's first job, if the task goes on by itself; 0 if it isn't ready, or yields.
  func placeToGoOn(_ task: Int) -> Int {
    guard task < counts.count, counts[task] > 0 else { return 0 }
    // Its job became ready not long ago.
    let step = counts[task] == 1 ? -1 : 1
    let place = tasks.withUnsafeBufferPointer { tasks in
      var place = step < 0 ? tasks.count - 1 : head
      while tasks[place] != task { place += step }
      return place
    }
    return elements[place].isYield ? 0 : place - head
  }

  /// Returns whether a job became ready after the first ones, and can be chosen, that has a property.
  func hasArrived(after count: Int, where predicate: (ReadyJob) -> Bool) -> Bool {
    var place = elements.count - 1
    while place >= head, elements[place].number >= count {
      if predicate(elements[place]) { return true }
      place -= 1
    }
    return false
  }

  /// Returns the index of the chosen job.
  ///
  /// - Parameter first: The index of the first choice.
  mutating func choose(by chooser: inout Chooser, first: Int, steps: Int) -> Int {
    tasks.withUnsafeBufferPointer { tasks in
      guard let start = tasks.baseAddress else { return first }
      let ready = ReadyTasks(
        start + head, count: tasks.count - head, first: first,
        hasSeveral: severalCount > 0)
      return ready.place(chooser.choose(among: ready, steps: steps))
    }
  }

  /// - Parameter isLook: Whether the task only looks at a condition: then it needn't wait for the main actor's other jobs.
  mutating func append(_ ready: ReadyJob, isLook: Bool = false) {
    var ready = ready
    ready.number = arrivalCount
    arrivalCount += 1
    if ready.isMain, isMainBusy, isLook {
      ready.passesOthers = true
    } else if ready.isMain, isMainBusy {
      return waitingForMain.append(ready)
    }
    elements.append(ready)
    tasks.append(ready.task)
    note(ready)
  }

  private mutating func note(_ ready: ReadyJob) {
    if ready.isMain, !ready.passesOthers { isMainBusy = true }
    while counts.count <= ready.task {
      counts.append(0)
      hasTask.append(false)
    }
    counts[ready.task] += 1
    if counts[ready.task] == 2 { severalCount += 1 }
    assert(!ready.isTask || !hasTask[ready.task], "a task is ready twice")
    if ready.isTask { hasTask[ready.task] = true }
  }

  mutating func remove(at index: Int) -> ReadyJob {
    assert(index >= 0 && index < count, "what is chosen isn't ready")
    let ready = elements[head + index]
    assert(ready.task == tasks[head + index], "the arrays differ")
    if ready.isTask { hasTask[ready.task] = false }
    counts[ready.task] -= 1
    if counts[ready.task] == 1 { severalCount -= 1 }
    if index == 0 {
      head += 1
    } else {
      elements.remove(at: head + index)
      tasks.remove(at: head + index)
    }
    if head == tasks.count || head > 64 && head * 2 > tasks.count {
      elements.removeFirst(head)
      tasks.removeFirst(head)
      head = 0
    }
    return ready
  }

  /// Lets the main actor go on after a step.
  mutating func leaveMain() {
    isMainBusy = false
    if waitingForMain.isEmpty { return }
    let next = waitingForMain.removeFirst()
    let index = elements[head...].firstIndex { $0.number > next.number } ?? elements.count
    elements.insert(next, at: index)
    tasks.insert(next.task, at: index)
    note(next)
  }
}

/// The tasks of the ready jobs, as a strategy counts them: the first choice, then the others in the order in which they
/// became ready. It is valid only in the closure that gets it.
///
/// In a debug build, work for each of a hundred ready tasks at each of a thousand steps takes most of a run's time, and
/// a pointer costs a tenth of what an array does.
struct ReadyTasks {
  private let tasks: UnsafePointer<Int>
  let count: Int
  private let first: Int
  /// Whether a task occurs several times.
  private let hasSeveral: Bool

  /// - Parameter first: The place of the first choice.
  init(_ tasks: UnsafePointer<Int>, count: Int, first: Int, hasSeveral: Bool = true) {
    self.tasks = tasks
    self.count = count
    self.first = first
    self.hasSeveral = hasSeveral
  }

  subscript(choice: Int) -> Int { tasks[place(choice)] }

  /// Returns the place of a choice.
  func place(_ choice: Int) -> Int { choice == 0 ? first : choice <= first ? choice - 1 : choice }

  /// Returns the choice at a place.
  private func choice(_ place: Int) -> Int { place == first ? 0 : place < first ? place + 1 : place }

  /// Returns the choice of a task's n-th ready job, in the order in which they became ready; `nil` if there are fewer.
  func choice(of task: Int, _ number: Int) -> Int? {
    let places = (0..<count).filter { tasks[$0] == task }
    return number < places.count ? choice(places[number]) : nil
  }

  /// Returns how many jobs of the same task became ready before a choice.
  func countOfSame(before choice: Int) -> Int {
    if !hasSeveral { return 0 }
    let (task, end) = (self[choice], place(choice))
    var (place, number) = (0, 0)
    while place < end {
      if tasks[place] == task { number += 1 }
      place += 1
    }
    return number
  }

  /// Returns the choice with the highest priority.
  ///
  /// - Parameter priorities: The priorities of all tasks.
  func highest(_ priorities: UnsafePointer<Int>) -> Int {
    var (best, place) = (first, 0)
    while place < count {
      if priorities[tasks[place]] > priorities[tasks[best]] { best = place }
      place += 1
    }
    return choice(best)
  }

  /// Returns the sum of the weights.
  ///
  /// - Parameter weights: The weights of all tasks.
  func sum(_ weights: UnsafePointer<Int>) -> Int {
    var (sum, place) = (0, 0)
    while place < count {
      sum += weights[tasks[place]]
      place += 1
    }
    return sum
  }

  /// Returns the choice at a point, where each choice takes up as many points as its weight.
  func choice(at point: Int, _ weights: UnsafePointer<Int>) -> Int {
    var (rest, place) = (point, 0)
    while place < count - 1 {
      rest -= weights[tasks[place]]
      if rest < 0 { break }
      place += 1
    }
    return choice(place)
  }
}
