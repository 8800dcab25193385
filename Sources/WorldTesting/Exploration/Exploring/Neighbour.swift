import World
import WorldSimulation

/// A draw that passes beside one that fails: it differs in one dimension in which the failing run is as the starting world.
///
/// What shrinking leaves in the starting world may be to blame all the same: a test that fails there by the world's locale.
struct Neighbour: Sendable {
  let dimension: Dimension
  let draw: Draw

  func words(_ report: World.Exploration.Report) -> String {
    // The log of steps is that of the failing run.
    if dimension.option == .schedule { return "its tasks run in another order" }
    return dimension.words(draw, report).joined(separator: ", ")
  }

  /// Looks for one in each dimension that a run read.
  ///
  /// - Parameters:
  ///   - limit: How many draws to run of each dimension at most.
  ///   - compared: The dimensions of which some draw was run, and all that should be.
  static func passing(
    beside failing: RunOutcome, in dimensions: World.Exploration.Dimensions, limit: Int,
    isOutOfTime: () -> Bool,
    compared: inout World.Exploration.Dimensions, _ run: (Draw) -> RunOutcome
  ) -> [Neighbour] {
    var found: [Neighbour] = []
    var others = failing.reads.intersection(dimensions).subtracting(failing.draw.dimensions)
    // Where it is when things happen, anything that moves one of them makes a difference.
    let ofTime: World.Exploration.Dimensions = [.schedule, .durations]
    if !ofTime.isDisjoint(with: failing.draw.dimensions) { others.subtract(ofTime) }
    for dimension in Dimension.all where others.contains(dimension.option) {
      let draws = draws(in: dimension, beside: failing).prefix(limit)
      if draws.isEmpty { continue }
      for draw in draws {
        if isOutOfTime() { return found }
        guard run(draw).failure == nil else { continue }
        found.append(Neighbour(dimension: dimension, draw: draw))
        break
      }
      compared.insert(dimension.option)
    }
    return found
  }

  /// Draws to try, the simpler ones first.
  private static func draws(in dimension: Dimension, beside failing: RunOutcome) -> [Draw] {
    func draw(_ row: WritableKeyPath<Draw, Choices>, _ index: Int, _ value: Int) -> Draw {
      var draw = failing.draw
      draw[keyPath: row] = Choices([Choices.Entry(index: index, value: value)])
      return draw
    }
    switch dimension.option {
    case .schedule: return failing.limits.indices.map { draw(\.schedule, $0, 1) }
    case .durations:
      let values = 1..<LatenessRow.all.count
      return (0..<failing.sleeps).flatMap { index in values.map { draw(\.durations, index, $0) } }
    default: break
    }
    var random = SplitMix(seed: 0)
    var draws: [Draw] = []
    for _ in 0..<64 {
      var drawn = failing.draw
      dimension.draw(&drawn, &random, nil)
      for other in dimension.simpler.flatMap({ $0(drawn).prefix(4) }) + [drawn]
      where dimension.isDrawn(other) && !draws.contains(other) { draws.append(other) }
    }
    return draws
  }
}
