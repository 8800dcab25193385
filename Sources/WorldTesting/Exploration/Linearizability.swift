// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

extension World {
  /// Fails unless operations of several tasks have results that they also have one after the other, in some order.
  ///
  /// This finds races of an actor or a `Sendable` class without an invariant of your own. In an exploration, each run does
  /// the operations in another order of steps:
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
  /// The results are compared with those of the same operations one after the other, on new subjects. An operation that had
  /// ended before another one began is before it in all these orders. If an operation doesn't end in such an order, because
  /// it waits for a later one, the order doesn't count.
  ///
  /// Results are compared by `==` if they are `Equatable`, and otherwise by their descriptions, as errors are. They mustn't
  /// contain what differs each time, such as a date or an identifier. A closure of several statements returns something, if
  /// only `()`.
  ///
  /// **Without an exploration.** The operations run once, in the order that the test has, and are compared in the same way.
  ///
  /// **Cost.** In most runs that pass, one order is run besides. A run that fails runs each order until it differs: at
  /// most 1,680, those of three tasks with three operations.
  ///
  /// - Parameters:
  ///   - subject: Makes what the operations use: once for the tasks, and once for each order.
  ///   - tasks: The operations of each of two or three tasks, in their order, with names for the report: at most nine.
  ///   - read: Reads the final state, after the last operation.
  /// - Throws: An error whose description has the operations of the run beside the nearest order; one that says what to
  ///   change, if there are too many or too few tasks or operations; and what `subject` throws.
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
    let events = EventLog()
    await withTaskGroup(of: Void.self) { group in
      var first = 0
      for task in tasks {
        group.addTask { [numbers = first..<first + task.count] in
          for number in numbers {
            events.note(number, nil)
            events.note(number, await perform(number, used))
          }
        }
        first += task.count
      }
    }
    events.note(count, await perform(count, used))
    let names = tasks.enumerated().flatMap { task, operations in operations.map { (task, $0.key) } }
    let problem = History(events.all, of: names + [(0, "finally")]).problem { order in
      World.Exploration.answers { note in
        let subject = try await subject()
        for number in order { note(await perform(number, subject)) }
      }
    }
    if let problem { throw NotLinearizable(problem: problem) }
  }
}

extension World.Exploration {
  /// Runs operations one after the other, in steps and a time of their own, as far as they go on.
  fileprivate static func answers(
    of body: @escaping @Sendable (_ note: (Answer) -> Void) async throws -> Void
  ) -> [Answer] {
    let test = Scheduler.current
    // What sleeps in the world's time isn't to go on.
    // check-world: allow the operations' world is the test's
    var world = Current
    // check-world: allow the time of a world without a machine is real time
    world.useAsMock(TimeMachine(frozenAt: world.hasTimeMachine ? world.time.date : Date()))
    var exploration = World.Exploration(runs: 1, startingFrom: { [world] in world })
    exploration.autoAdvance = test?.state.withLock { $0.autoAdvance } ?? true
    // Nothing outside resumed a task of the run, so none that waits is about to be.
    if let test, test.state.withLock({ $0.arrivals }) == 0 { exploration.timeout = .milliseconds(100) }
    let answers = Lock<[Answer]>([])
    // What the step has read until now is its own.
    test?.state.withLock { $0.showTime() }
    _ = Explorer(
      exploration, body: { try await body { answer in answers.withLock { $0.append(answer) } } },
      monitor: StepMonitor(seed: TestIdentity.seed)
    ).run(Plan())
    // The clocks of the step that goes on show its time again.
    test?.state.withLock { $0.showTime() }
    return answers.withLock { $0 }
  }
}

private struct NotLinearizable: Error, CustomStringConvertible {
  var problem: String

  var description: String { "NotLinearizable: \(problem)" }
}

/// What an operation returned or threw.
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

/// The beginnings and ends of a run's operations, in their order; an end has an answer. The final read only ends.
private final class EventLog: Sendable {
  typealias Event = (operation: Int, answer: Answer?)
  private let events = Lock<[Event]>([])

  func note(_ operation: Int, _ answer: Answer?) { events.withLock { $0.append((operation, answer)) } }

  var all: [Event] { events.withLock { $0 } }
}

/// The operations of a run, to be compared with orders of them, one after the other.
private struct History {
  private let events: [EventLog.Event]
  /// The task and the name of each.
  private let operations: [(task: Int, name: String)]
  /// The order in which the operations ended.
  private let ended: [Int]

  init(_ events: [EventLog.Event], of operations: [(task: Int, name: String)]) {
    self.events = events
    self.operations = operations
    ended = events.filter { $0.answer != nil }.map(\.operation)
  }

  /// Whether an operation had ended when another one began.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    one != other
      && events.first { $0.operation == one && $0.answer != nil || $0.operation == other }?.operation == one
  }

  /// What is wrong; `nil` if an order has the run's answers.
  ///
  /// - Parameter run: Does the operations in an order, and returns the answers until it doesn't go on.
  func problem(_ run: ([Int]) -> [Answer]) -> String? {
    var nearest: (order: [Int], answers: [Answer], same: Int) = ([], [], -1)
    // How many answers of the last order were the run's, up to the first that wasn't.
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
        // Other orders that begin like this have the same answer that differs.
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

  /// A line for each beginning and end in the run, a column for each task; beside it the operations of an order.
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
