// SPDX-License-Identifier: MIT

/// Whether choices make all orders that Swift has.
///
/// Choices order whole steps. That makes all orders only if each step that made a task ready ends before the next actor it comes to.
/// `Report.knowsOrders` has the other conditions of the claim that all orders were run.
struct OrderCoverage: Sendable {
  /// Whether a step is known to have gone on past a place at which another order is possible.
  private(set) var omitsOrders = false
  /// Whether the test's body is over, or sleeps end at once. Then orders make no difference.
  private var isOver = false
  /// Whether other jobs were ready when the step began, and how many had become ready until then.
  private var hasOthers = false
  private(set) var arrivalsBefore = 0
  /// Whether the step made tasks ready or cancelled some, which may run before its end.
  private var hasReadied = false
  /// Whether the step created a task in an actor's queue.
  private var hasCreated = false

  /// Whether a step that can end here must, because tasks that it made ready or cancelled may come first.
  var endsStep: Bool { hasReadied && !isOver }

  mutating func beginStep(hasOthers: Bool, arrivals: Int) {
    (self.hasOthers, arrivalsBefore, hasReadied, hasCreated) = (hasOthers, arrivals, false, false)
  }

  /// Notes that the step made a task ready.
  mutating func noteReady() { hasReadied = true }

  /// Notes that the step goes on past a place at which another order is possible.
  mutating func passPlace() { if endsStep { omit() } }

  /// Notes that the step cancels tasks, which may notice it before the step comes to an actor. Those that the step made ready may have
  /// gone on before.
  mutating func noteCancellation() {
    passPlace()
    hasReadied = true
  }

  /// Notes that the step creates a task in an actor's queue. Other tasks may come between two of these.
  mutating func noteCreatedInQueue() {
    if hasCreated, hasOthers { omit() }
    hasCreated = true
  }

  /// Notes that there are orders that no choice makes.
  mutating func omit() { if !isOver { omitsOrders = true } }

  mutating func end() { isOver = true }
}
