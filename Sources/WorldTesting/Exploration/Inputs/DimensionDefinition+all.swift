// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldMocks
import WorldSimulation

extension DimensionDefinition {
  /// All dimensions, in the order of their bits.
  static let all: [DimensionDefinition] = [
    date, timezone, locale, calendar, randomSeed, randomNumbers, identifiers, lateSteps, schedule, durations,
    faults,
  ]

  // MARK: Values of the world

  private static let date = value(
    .date, "date", \.date, ofSystem: { "\($0), read by `Date()`" },
    words: { "the date is \($0.ISO8601Format())" },
    explanation: ExploredDates.explanation,
    generate: { random, edgeCase, input in
      edgeCase.map { ExploredDates.near($0.date, from: &random) }
        ?? ExploredDates.any(in: input.timezone, from: &random)
    },
    simpler: [ExploredDates.earlierYears, ExploredDates.roundedDown]
  ) { world, date, run in
    if let date {
      let time = world.time
      time.jump(to: TimeMachine.Instant(date))
      world.date = { time.date }
    }
    world.date = { [date = world.date] in
      run.reads.note(.date)
      return date()
    }
  }

  private static let timezone = value(
    .timezone, "time zone", \.timezone, words: { "the time zone is \($0)" },
    generate: { random, edgeCase, _ in edgeCase?.timezone ?? place(from: &random, \.timezone, of: zones) },
    simpler: [{ _ in ["GMT", "Europe/London", "America/New_York", "Asia/Tokyo"] }]
  ) { world, name, run in
    let zone = name.flatMap { TimeZone(identifier: $0) }
    world.timezone = { [timezone = world.timezone] in
      run.reads.note(.timezone)
      return zone ?? timezone()
    }
  }

  private static let locale = value(
    .locale, "locale", \.locale, words: { "the locale is \($0)" },
    generate: { random, edgeCase, _ in edgeCase?.locale ?? place(from: &random, \.locale, of: locales) },
    simpler: [simplerLocales]
  ) { world, name, run in
    let chosen = name.map { Locale(identifier: $0) }
    world.locale = { [locale = world.locale] in
      run.reads.note(.locale)
      return chosen ?? locale()
    }
  }

  private static let calendar = value(
    .calendar, "calendar", \.calendar, words: { "the calendar is \($0)" },
    generate: { random, _, _ in
      let calendars = Calendar.Identifier.supported
      return random.chance(64) ? calendars[random.next(below: calendars.count)].name : nil
    },
    simpler: [{ _ in ["gregorian", "buddhist", "hebrew"] }]
  ) { world, name, _ in
    // Reads of the calendar are reads of its time zone and locale.
    if let name, let identifier = Calendar.Identifier(name: name) { world.useCalendar(identifier) }
  }

  private static let randomSeed = value(
    .randomSeed, "seed", \.randomSeed, words: { "the seed for random numbers is \($0)" },
    generate: { random, _, _ in random.chance(192) ? random.next() : nil }, simpler: [{ _ in Array(0..<4) }]
  ) { world, seed, _ in
    if let seed { world.random = .seeded(seed) }
  }

  private static let randomNumbers = value(
    // Lower fields are bits.
    .randomSeed, nil, field: 65, \.randomNumbers, words: RandomNumbers.words,
    generate: { _, _, _ in nil }, simpler: []
  ) { world, planned, run in
    world.random = World.RandomSource { [random = world.random] in
      run.reads.note(.randomSeed)
      let next = run.reads.randomNumbers.withLock { $0.next(of: planned) }
      let number = next ?? random.next()
      // Of four seeds, three have edge values.
      let hasEdges = next == nil && run.input?.randomSeed.map { $0 % 4 > 0 } ?? false
      return run.reads.randomNumbers.withLock { numbers in
        let number = hasEdges ? numbers.edge(by: number) : number
        // An audit reads ahead and changes nothing.
        if !IssueReporter.isCollecting { numbers.note(number) }
        return number
      }
    }
  }

  private static let identifiers = value(
    .identifiers, "identifiers", \.identifiers, ofSystem: { _ in "`UUID()` makes other identifiers" },
    words: { _ in "identifiers don't count up" },
    generate: { random, _, _ in random.chance(128) ? random.next() : nil }, simpler: [{ _ in Array(0..<4) }]
  ) { world, seed, run in
    let uuid = seed.map(randomUUIDs) ?? world.uuid
    world.uuid = {
      run.reads.note(.identifiers)
      return uuid()
    }
  }

  // MARK: Choices during a run

  private static let schedule = choice(
    .schedule, "schedule", \.schedule, none: Schedule(), words: { $1?.switchesInWords ?? [] })

  private static let durations = choice(
    .durations, "durations", \.durations, none: Choices(),
    words: { choices, run in
      choices.entries.map { entry in
        let sleeps = run?.sleeps ?? []
        let length = entry.index < sleeps.count ? ", of \(sleeps[entry.index].inPlainSeconds) s," : ""
        let how = ["", "1 ms longer than asked for", "twice as long", "eleven times as long"][entry.value]
        return "the \(entry.ordinal) sleep\(length) lasts \(how)"
      }
    },
    rows: { $0.durations.isEmpty ? [] : [\.durations] })

  private static let lateSteps = choice(
    .durations, nil, field: 66, \.lateSteps, none: Choices(),
    words: { choices, run in
      choices.entries.map { run?.lateSteps[$0.index] ?? "a task goes on late" }
    },
    rows: { $0.lateSteps.isEmpty ? [] : [\.lateSteps] })

  /// Has a row for each name.
  private static let faults = DimensionDefinition(
    option: .faults, name: "faults", field: field(.faults),
    differs: { !$0.faults.isEmpty },
    clear: { $0.faults = [:] },
    words: { input, report in
      input.faults.sorted { $0.key < $1.key }.flatMap { name, choices in
        choices.entries.map {
          "\"\(name)\" \(report.described?.faults[name]?[$0.index] ?? "fails") the \($0.ordinal) time"
        }
      }
    },
    write: { input, bytes in
      for (name, choices) in input.faults.sorted(by: { $0.key < $1.key }) {
        bytes.add(field(.faults))
        name.write(to: &bytes)
        choices.write(to: &bytes)
      }
    },
    read: { input, bytes in
      guard let name = String(from: &bytes), let choices = Choices(from: &bytes) else { return false }
      input[fault: name] = choices
      return true
    },
    rows: { input in input.faults.keys.sorted().map { \.[fault: $0] } })

  // MARK: What is generated

  private static let zones = TimeZone.knownTimeZoneIdentifiers.sorted()
  private static let locales = Locale.availableIdentifiers.sorted()

  /// Returns none, the part of an edge case, or one of all.
  private static func place(
    from random: inout SplitMix, _ part: (World.EdgeCase) -> String, of all: [String]
  ) -> String? {
    switch random.next(below: 4) {
    case 0: nil
    case 1: part(.any(from: &random))
    default: all[random.next(below: all.count)]
    }
  }

  /// Returns the most common locales, then the language alone, and the language in its first region.
  private static func simplerLocales(_ locale: String) -> [String] {
    let language = Locale(identifier: locale).language.languageCode?.identifier
    let region = language.flatMap { language in
      locales.first { $0.hasPrefix(language + "_") && $0.count == language.count + 3 }
    }
    return ["en_US", "de_DE"] + [language, region].compactMap { $0 }
  }

  /// Returns a source of identifiers in no order, like live ones.
  static func randomUUIDs(seed: UInt64) -> @Sendable () -> UUID {
    let random = World.RandomSource.seeded(seed)
    return {
      var bytes = (0..<2).flatMap { _ in withUnsafeBytes(of: random.next().bigEndian, Array.init) }
      // Version 4, variant 1, as `UUID()` makes them.
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }
}
