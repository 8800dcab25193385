// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// The plan of a run.
struct Plan: Sendable {
  /// The given part of the input. The strategy and the rates make the rest of its rows.
  var input = RunInput()
  var strategy = Strategy.inOrder
  var seed: UInt64 = 0
  var estimate = Chooser.Estimate()
  /// How many of 256 sleeps end late, and how many of 256 fault points do something.
  var lateRate = 0
  var faultRate = 0
  /// Whether this is one of the orders of the starting world, and which one; `nil` for the first.
  var isOrder = false
  var order: Orders.Order?
}

/// Plans the runs of an exploration, based on the runs so far.
///
/// The first run is the starting world, with each task run until it waits. After that, three kinds of runs alternate,
/// or only the first and the third if only the order differs:
///
/// 1. The orders of the starting world, each once, those with few switches between tasks first. A small test has few
///    orders, and all of them may be run.
/// 2. Other worlds, in the simplest order.
/// 3. Other orders by a random strategy, with faults and late sleeps, in the starting world or in others.
///
/// Only dimensions that the runs so far read differ.
struct Planner {
  private let dimensions: World.Exploration.Dimensions
  private var random: SplitMix
  private var count = 0
  /// The dimensions that the runs so far read, and that may differ.
  private var reads: World.Exploration.Dimensions = []
  private var estimate = Chooser.Estimate()
  private(set) var orders: Orders

  init(_ dimensions: World.Exploration.Dimensions, seed: UInt64, sharesOnlyActors: Bool = false) {
    self.dimensions = dimensions
    orders = Orders(leavingOutRepeating: sharesOnlyActors)
    random = SplitMix(seed: seed)
  }

  /// Returns the next run; `nil` if no other run can differ from the runs so far.
  mutating func next() -> Plan? {
    defer { count += 1 }
    if count == 0 { return Plan(isOrder: true) }
    let others = reads.subtracting(.schedule)
    let hasOrders = reads.contains(.schedule)
    if others.isEmpty, !hasOrders || orders.areExhausted { return nil }
    // If only the order differs, and there are too many orders to run them all, one of four runs is the next of them: few bugs need just
    // one switch.
    let period = others.isEmpty ? orders.areMany ? 4 : 2 : 3
    if hasOrders, count % period == 1, let order = orders.next() {
      var plan = Plan(isOrder: true, order: order)
      plan.input.schedule = order.schedule
      return plan
    }
    var plan = Plan()
    plan.seed = random.next()
    plan.estimate = estimate
    let ofWorld = reads.intersection(.ofWorld)
    // If nothing else differs, other runs would be the first again.
    let inWorld =
      !ofWorld.isEmpty && (count % 3 == 2 || !hasOrders && ofWorld == others || random.chance(128))
    if inWorld { plan.input = RunInput(ofWorld, from: &random) }
    if !inWorld || count % 3 == 0 {
      if reads.contains(.durations) { plan.lateRate = [0, 0, 32, 128][random.next(below: 4)] }
      if reads.contains(.faults) { plan.faultRate = [0, 24, 64, 128][random.next(below: 4)] }
      // In the simplest order something else must differ.
      if hasOrders {
        plan.strategy = strategy(
          besides: !inWorld && plan.lateRate + plan.faultRate == 0 ? .random : .inOrder)
      }
    }
    return plan
  }

  private mutating func strategy(besides first: Strategy) -> Strategy {
    switch random.next(below: 8) {
    case 0: first
    case 1: .random
    case 2, 3: .walk
    case 4, 5: .layers
    case 6: .priorities(depth: 3)
    default: .priorities(depth: 2 + random.next(below: 5))
    }
  }

  /// Learns from a run.
  mutating func note(_ outcome: RunOutcome, of plan: Plan) {
    reads.formUnion(outcome.reads.intersection(dimensions))
    estimate.choices = max(estimate.choices, outcome.limits.count)
    for (lineage, steps) in zip(outcome.lineages, outcome.steps) { estimate.steps[lineage] = steps }
    if plan.isOrder, dimensions.contains(.schedule) { orders.note(outcome) }
  }
}
