#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything that was chosen for a run. Two runs of one draw are the same run.
///
/// What is `nil` or empty is as in the starting world: an empty draw is that world, with every task run until it waits.
package struct Draw: Hashable, Sendable {
  package var date: Date?
  package var timeZone: String?
  package var locale: String?
  package var calendar: String?
  package var randomSeed: UInt64?
  package var identifiers: UInt64?
  /// Which of the ready tasks went on, wherever there were several.
  package var schedule = Choices()
  /// How late each sleep ended.
  package var durations = Choices()
  /// What each fault point did, by its name.
  package var faults: [String: Choices] = [:]

  package init() {}

  /// The dimensions in which it differs from the starting world.
  package var dimensions: Exploration.Dimensions {
    var dimensions: Exploration.Dimensions = []
    if date != nil { dimensions.insert(.date) }
    if timeZone != nil { dimensions.insert(.timeZone) }
    if locale != nil { dimensions.insert(.locale) }
    if calendar != nil { dimensions.insert(.calendar) }
    if randomSeed != nil { dimensions.insert(.randomSeed) }
    if identifiers != nil { dimensions.insert(.identifiers) }
    if !schedule.isEmpty { dimensions.insert(.schedule) }
    if !durations.isEmpty { dimensions.insert(.durations) }
    if faults.contains(where: { !$0.value.isEmpty }) { dimensions.insert(.faults) }
    return dimensions
  }

  /// The same, but as the starting world in one dimension.
  package func without(_ dimensions: Exploration.Dimensions) -> Draw {
    var draw = self
    if dimensions.contains(.date) { draw.date = nil }
    if dimensions.contains(.timeZone) { draw.timeZone = nil }
    if dimensions.contains(.locale) { draw.locale = nil }
    if dimensions.contains(.calendar) { draw.calendar = nil }
    if dimensions.contains(.randomSeed) { draw.randomSeed = nil }
    if dimensions.contains(.identifiers) { draw.identifiers = nil }
    if dimensions.contains(.schedule) { draw.schedule = Choices() }
    if dimensions.contains(.durations) { draw.durations = Choices() }
    if dimensions.contains(.faults) { draw.faults = [:] }
    return draw
  }
}
