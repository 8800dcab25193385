// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// An input that passes beside one that fails: it differs in one dimension in which the failing run is as the starting world.
///
/// What shrinking leaves in the starting world may be to blame all the same: a test that fails there by the world's locale.
struct Neighbour: Sendable {
  let dimension: DimensionDefinition
  let input: RunInput

  func words(_ report: World.Exploration.Report) -> String {
    // The log has the steps of the failing run.
    if dimension.option == .schedule { return "its tasks run in another order" }
    return dimension.words(input, report).joined(separator: ", ")
  }

  /// Looks for one in each dimension that a run read.
  ///
  /// - Parameters:
  ///   - limit: How many inputs to run of each dimension at most.
  ///   - compared: The dimensions of which some input was run, and all that should be.
  static func passing(
    beside failing: RunOutcome, in dimensions: World.Exploration.Dimensions, limit: Int,
    isOutOfTime: () -> Bool,
    compared: inout World.Exploration.Dimensions, _ run: (RunInput) -> RunOutcome
  ) -> [Neighbour] {
    var found: [Neighbour] = []
    var others = failing.reads.intersection(dimensions).subtracting(failing.input.dimensions)
    // Where it is when things happen, anything that moves one of them makes a difference.
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

  /// Inputs to try, the simpler ones first.
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
        (1..<LatenessRow.all.count).map { value in
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
