// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldMocks
import WorldSimulation

/// All choices of a run. Two runs of one input are the same run.
///
/// A property that is `nil` or empty is as in the starting world. An empty input is that world, with every task run
/// until it waits.
struct RunInput: Hashable, Sendable {
  var date: Date?
  var timezone: String?
  var locale: String?
  var calendar: String?
  var randomSeed: UInt64?
  /// The random numbers that the run reads, one after the other, in place of a seed.
  var randomNumbers: [UInt64]?
  var identifiers: UInt64?
  /// Which of the ready tasks went on, wherever there were several.
  var schedule = Schedule()
  /// How late each sleep ended.
  var durations = Choices()
  /// The steps before which time passed, although tasks were ready.
  var lateSteps = Choices()
  /// The choices of each fault point, by its name. None is empty.
  var faults: [String: Choices] = [:]
}

extension RunInput {
  /// Generates the values of a world in some dimensions.
  init(_ dimensions: World.Exploration.Dimensions, from random: inout SplitMix) {
    let edgeCase = random.chance(128) ? World.EdgeCase.any(from: &random) : nil
    // The place first: a date may be one on which the zone's clocks change.
    for some in [dimensions.intersection(.place), dimensions.subtracting(.place)] {
      for dimension in DimensionDefinition.all where some.contains(dimension.option) {
        dimension.generate(&self, &random, edgeCase)
      }
    }
  }

  /// The dimensions in which it differs from the starting world.
  var dimensions: World.Exploration.Dimensions {
    .union(of: DimensionDefinition.all.filter { $0.differs(self) })
  }

  /// Whether it is the starting world, with every task run until it waits.
  var isEmpty: Bool { self == RunInput() }

  /// The choices of a fault point; empty if it did nothing.
  subscript(fault name: String) -> Choices {
    get { faults[name] ?? Choices() }
    set { faults[name] = newValue.isEmpty ? nil : newValue }
  }
}
