import Foundation
import World
import WorldMocks
import WorldSimulation

/// The values that a draw chooses from, those with which programs break before all others.
enum Catalogue {
  /// Draws the values of a world in some dimensions.
  static func draw(_ dimensions: Exploration.Dimensions, from random: inout SplitMix) -> Draw {
    var draw = Draw()
    // Dates, zones and locales that break programs together.
    let edgeCase = random.chance(128) ? edgeCases[random.next(below: edgeCases.count)] : nil
    if dimensions.contains(.timeZone), let zone = edgeCase?.timezone ?? zone(from: &random) {
      draw.timeZone = zone
    }
    if dimensions.contains(.locale), let locale = edgeCase?.locale ?? locale(from: &random) {
      draw.locale = locale
    }
    if dimensions.contains(.calendar), random.chance(64) {
      draw.calendar = calendars[random.next(below: calendars.count)].name
    }
    if dimensions.contains(.date) {
      draw.date = edgeCase.map { near($0.date, from: &random) } ?? date(in: draw.timeZone, from: &random)
    }
    if dimensions.contains(.randomSeed), random.chance(192) { draw.randomSeed = random.next() }
    if dimensions.contains(.identifiers), random.chance(128) { draw.identifiers = random.next() }
    return draw
  }

  private static let edgeCases = World.edgeCases

  private static func zone(from random: inout SplitMix) -> String? {
    switch random.next(below: 4) {
    case 0: return nil
    case 1: return edgeCases[random.next(below: edgeCases.count)].timezone
    default: return zones[random.next(below: zones.count)]
    }
  }

  private static func locale(from random: inout SplitMix) -> String? {
    switch random.next(below: 4) {
    case 0: return nil
    case 1: return edgeCases[random.next(below: edgeCases.count)].locale
    default: return locales[random.next(below: locales.count)]
    }
  }

  /// A moment at or beside the one at which something changes.
  private static func near(_ date: Date, from random: inout SplitMix) -> Date {
    let offsets: [TimeInterval] = [0, 0, 0, 1, -1, 3_600, -3_600, 86_400, -86_400, 12 * 3_600, -12 * 3_600]
    return date + offsets[random.next(below: offsets.count)]
  }

  private static func date(in zone: String?, from random: inout SplitMix) -> Date? {
    switch random.next(below: 10) {
    case 0: return nil
    case 1, 2: return near(edgeCases[random.next(below: edgeCases.count)].date, from: &random)
    case 3, 4, 5:
      // The days around a change of the clocks.
      let zone = zone.flatMap { TimeZone(identifier: $0) } ?? TimeZone(identifier: "Europe/London") ?? .gmt
      guard let change = zone.nextDaylightSavingTimeTransition(after: day(from: &random)) else { break }
      return change + TimeInterval(random.next(below: 6 * 86_400) - 3 * 86_400)
    case 6:
      // A leap day.
      let days = 365 * 2 + 31 + 28 + random.next(below: 25) * (4 * 365 + 1)
      return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + random.next(below: 86_400)))
    case 7:
      // The ends of months and of years.
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone.flatMap { TimeZone(identifier: $0) } ?? .gmt
      let unit: Calendar.Component = random.chance(128) ? .year : .month
      guard let end = calendar.dateInterval(of: unit, for: day(from: &random))?.end else { break }
      return end - TimeInterval(random.next(below: 2))
    default: break
    }
    return day(from: &random) + TimeInterval(random.next(below: 86_400))
  }

  /// The beginning of a day between 1970 and 2070.
  private static func day(from random: inout SplitMix) -> Date {
    Date(timeIntervalSince1970: TimeInterval(random.next(below: 36_525)) * 86_400)
  }

  private static let calendars = Calendar.Identifier.supported
  private static let zones = TimeZone.knownTimeZoneIdentifiers.sorted()
  static let locales = Locale.availableIdentifiers.sorted()
}
