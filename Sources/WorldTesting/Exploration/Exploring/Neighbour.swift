// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// A passing input next to a failing one: it differs in one dimension, in which the failing run equals the starting world.
///
/// A dimension that shrinking resets to the starting world may still be the cause, for example if a test fails because
/// of the starting world's locale.
struct Neighbour: Sendable {
  let dimension: DimensionDefinition
  let input: RunInput

  func words(_ report: World.Exploration.Report) -> String {
    // The log has the steps of the failing run.
    if dimension.option == .schedule { return "its tasks run in another order" }
    return dimension.words(input, report).joined(separator: ", ")
  }

  /// Returns passing inputs, at most one for each dimension that a run read.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of inputs to run for each dimension.
  ///   - compared: Collects the dimensions whose inputs were run as far as necessary.
  static func passing(
    beside failing: RunOutcome, in dimensions: World.Exploration.Dimensions, limit: Int,
    isOutOfTime: () -> Bool,
    compared: inout World.Exploration.Dimensions, _ run: (RunInput) -> RunOutcome
  ) -> [Neighbour] {
    var found: [Neighbour] = []
    var others = failing.reads.intersection(dimensions).subtracting(failing.input.dimensions)
    // If a failure depends on timing, any change of timing makes a difference.
    let ofTime: World.Exploration.Dimensions = [.schedule, .durations]
    if !ofTime.isDisjoint(with: failing.input.dimensions) { others.subtract(ofTime) }
    for dimension in DimensionDefinition.all
    where dimension.name != nil && others.contains(dimension.option) {
      let inputs = inputs(in: dimension, beside: failing).prefix(limit)
      if inputs.isEmpty { continue }
      for input in inputs {
        if isOutOfTime() { return found }
        guard run(input).failure == nil else { continue }
        found.append(Neighbour(dimension: dimension, input: input))
        break
      }
      compared.insert(dimension.option)
    }
    return found
  }

  /// Returns inputs to try, the simpler ones first.
  private static func inputs(in dimension: DimensionDefinition, beside failing: RunOutcome) -> [RunInput] {
    var input = failing.input
    switch dimension.option {
    case .schedule:
      return failing.limits.indices.map { index in
        input.schedule = Schedule().adding(index, 1)
        return input
      }
    case .durations:
      return (0..<failing.sleeps).flatMap { index in
        (1..<Lateness.delays.count).map { value in
          input.durations = Choices([Choices.Entry(index: index, value: value)])
          return input
        }
      }
    default: break
    }
    var random = SplitMix(seed: 0)
    var inputs: [RunInput] = []
    for _ in 0..<64 {
      var generated = failing.input
      dimension.generate(&generated, &random, nil)
      for other in dimension.simpler.flatMap({ $0(generated).prefix(4) }) + [generated]
      where dimension.differs(other) && !inputs.contains(other) { inputs.append(other) }
    }
    return inputs
  }
}
