// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldMocks
import WorldSimulation

extension World {
  /// Throws an error unless the results of concurrent operations are also possible in some sequential order.
  ///
  /// This finds races in an actor or a `Sendable` class without an invariant of your own. In an exploration, each run
  /// interleaves the operations differently:
  ///
  /// ```swift
  /// @Test(.exploring(1_000)) func eachTicketIsSoldOnce() async throws {
  ///   try await World.mustBeLinearizable(
  ///     { TicketOffice() },
  ///     tasks: ["sell": { await $0.sell() }], ["sell": { await $0.sell() }],
  ///     finally: { await $0.sold })
  /// }
  /// ```
  ///
  /// The results are compared with those of the same operations, run one after the other on new subjects. An operation
  /// that ended before another one began also precedes it in each of these orders. An order doesn't count if an
  /// operation doesn't end in it because it waits for a later one.
  ///
  /// Results are compared with `==` if they are `Equatable`, and otherwise, like errors, by their descriptions. They
  /// mustn't contain values that differ each time, such as dates or identifiers. A closure of several statements must
  /// return a value, if only `()`.
  ///
  /// **Without an exploration.** The operations run once, in the test's order, and are compared in the same way.
  ///
  /// **Cost.** Most passing runs try one sequential order. A failing run tries each order until it differs: at most
  /// 1,680, for three tasks with three operations each.
  ///
  /// - Parameters:
  ///   - subject: Makes the subject of the operations: once for the tasks, and once for each order.
  ///   - tasks: The operations of two or three tasks, in order, with names for the report: at most nine in all.
  ///   - read: Reads the final state, after the last operation.
  /// - Throws: An error whose description shows the run beside the nearest order; if there are too many or too few
  ///   tasks or operations, an error that says what to change; and any error that `subject` throws.
  public static func mustBeLinearizable<Subject: Sendable>(
    _ subject: @escaping @Sendable () async throws -> Subject,
    tasks: KeyValuePairs<String, @Sendable (Subject) async throws -> any Sendable>...,
    finally read: @escaping @Sendable (Subject) async throws -> any Sendable
  ) async throws {
    let count = tasks.reduce(0) { $0 + $1.count }
    guard 2...3 ~= tasks.count, 2...9 ~= count else {
      throw NotLinearizable(
        problem: "mustBeLinearizable has \(tasks.count) tasks with \(count) operations in all."
          + World.Issue.text(of: ["give it two or three tasks with at most nine operations in all"]))
    }
    let operations = tasks.flatMap { $0.map(\.value) } + [read]
    let perform: @Sendable (Int, Subject) async -> Answer = { number, subject in
      await Answer { try await operations[number](subject) }
    }
    let used = try await subject()
    let events = LockedValue<[Event]>([])
    let note: @Sendable (Int, Answer?) -> Void = { number, answer in
      events.withLock { $0.append((number, answer)) }
    }
    await withTaskGroup(of: Void.self) { group in
      var first = 0
      for task in tasks {
        group.addTask { [numbers = first..<first + task.count] in
          for number in numbers {
            note(number, nil)
            note(number, await perform(number, used))
          }
        }
        first += task.count
      }
    }
    note(count, await perform(count, used))
    let names = tasks.enumerated().flatMap { task, operations in operations.map { (task, $0.key) } }
    let problem = History(events.value, of: names + [(0, "finally")]).problem { order in
      World.Exploration.answers { note in
        let subject = try await subject()
        for number in order { note(await perform(number, subject)) }
      }
    }
    if let problem { throw NotLinearizable(problem: problem) }
  }
}

extension World.Exploration {
  /// Runs operations one after the other, with steps and a time of their own, until one doesn't continue.
  fileprivate static func answers(
    of body: @escaping @Sendable (_ note: (Answer) -> Void) async throws -> Void
  ) -> [Answer] {
    let test = Scheduler.current
    // Sleeps in the test world's time mustn't end.
    // check-world: allow the operations' world is the test's
    var world = Current
    // check-world: allow the time of a world without a machine is real time
    world.useAsMock(TimeMachine(frozenAt: world.hasTimeMachine ? world.time.date : Date()))
    var exploration = World.Exploration(runs: 1, startingFrom: { [world] in world })
    exploration.autoAdvance = test?.core.time.passesByItself ?? true
    // Nothing outside has resumed a task of the run, so nothing is likely to.
    if test?.core.log.outsideArrivals == 0 { exploration.timeout = .milliseconds(100) }
    let answers = Lock<[Answer]>([])
    // Reads of the date so far count as the step's.
    test?.showValues()
    _ = Explorer(
      exploration, body: { try await body { answer in answers.withLock { $0.append(answer) } } },
      monitor: TestMonitor(testNumber: TestIdentity.seed)
    ).run(Plan())
    // The clocks of the step that goes on show its time again.
    test?.showValues()
    return answers.withLock { $0 }
  }
}

private struct NotLinearizable: Error, CustomStringConvertible {
  var problem: String

  var description: String { "NotLinearizable: \(problem)" }
}

/// The result or the error of an operation.
private struct Answer: Sendable, CustomStringConvertible {
  private let result: Result<any Sendable, any Error>

  init(of operation: () async throws -> any Sendable) async {
    do { result = .success(try await operation()) } catch { result = .failure(error) }
  }

  func isSame(as other: Answer) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value, to other: Any) -> Bool { value == other as? Value }
    if case .success(let value as any Equatable) = result, case .success(let other) = other.result {
      return isEqual(value, to: other)
    }
    return description == other.description
  }

  var description: String {
    switch result {
    case .success(let value): String(reflecting: value)
    case .failure(let error): "throws \(String(reflecting: error))"
    }
  }
}

/// The start or the end of an operation. An end has an answer; the final read has only an end.
private typealias Event = (operation: Int, answer: Answer?)

/// The operations of a run, to be compared with sequential orders of them.
private struct History {
  private let events: [Event]
  /// The task and the name of each operation.
  private let operations: [(task: Int, name: String)]
  /// The order in which the operations ended.
  private let ended: [Int]

  init(_ events: [Event], of operations: [(task: Int, name: String)]) {
    self.events = events
    self.operations = operations
    ended = events.filter { $0.answer != nil }.map(\.operation)
  }

  /// Returns whether an operation had ended when another one began.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    one != other
      && events.first { $0.operation == one && $0.answer != nil || $0.operation == other }?.operation == one
  }

  /// Returns a description of the problem; `nil` if an order has the run's answers.
  ///
  /// - Parameter run: Runs the operations in an order, and returns the answers up to the first operation that doesn't end.
  func problem(_ run: ([Int]) -> [Answer]) -> String? {
    var nearest: (order: [Int], answers: [Answer], same: Int) = ([], [], -1)
    // The number of leading answers of the last order that equal the run's.
    var same = 0
    func isFound(after first: [Int]) -> Bool {
      let left = ended.filter { !first.contains($0) }
      if left.isEmpty {
        let answers = run(first)
        same = zip(first, answers).prefix { isSame($1, as: $0) }.count
        if same > nearest.same { nearest = (first, answers, same) }
        return same == first.count
      }
      for next in left where !left.contains(where: { isBefore($0, next) }) {
        if isFound(after: first + [next]) { return true }
        // All orders that begin like this one differ at the same answer.
        if same < first.count { break }
      }
      return false
    }
    return isFound(after: []) ? nil : text(beside: nearest.order, nearest.answers)
  }

  private func isSame(_ answer: Answer, as operation: Int) -> Bool {
    events.contains { $0.operation == operation && $0.answer?.isSame(as: answer) == true }
  }

  // MARK: The picture

  /// Returns a line for each start and end in the run, with a column for each task, beside the operations of an order.
  private func text(beside order: [Int], _ answers: [Answer]) -> String {
    let width = (operations.map(\.name.count).max() ?? 0) + 2
    let left = events.map { event in
      let (task, name) = operations[event.operation]
      return String(repeating: " ", count: task * width) + name + (event.answer.map { " → \($0)" } ?? " …")
    }
    let right = order.enumerated().map { index, operation in
      let (task, name) = operations[operation]
      let isLast = operation + 1 == operations.count
      guard index < answers.count else { return "task \(task + 1): \(name) doesn't end" }
      return (isLast ? "" : "task \(task + 1): ") + "\(name) → \(answers[index])"
        + (isSame(answers[index], as: operation) ? "" : "  ≠")
    }
    let heads = ["the run, a column for each task"] + left
    let longest = heads.map(\.count).max() ?? 0
    let rows = zip(heads, ["the nearest order"] + right + heads.map { _ in "" }).map { left, right in
      "\n  " + left + String(repeating: " ", count: longest - left.count) + " |"
        + (right.isEmpty ? "" : " " + right)
    }
    return "no order of the operations, one after the other, has the results of the run." + rows.joined()
  }
}
