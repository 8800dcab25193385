// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// The simulated parts of a world. A part that is `nil` stays as it is.
  ///
  /// Two lines of a program's `main` let it run in another place, language and time:
  ///
  /// ```swift
  /// let (simulation, arguments) = World.Simulation.readOrExit()
  /// World.bootstrap { $0.use(simulation) }
  /// ```
  ///
  /// They read the flags `--locale --timezone --calendar --date --clock --seed`, and the variables `WORLD_LOCALE`,
  /// `WORLD_TIMEZONE` and so on. `arguments` has all other arguments.
  ///
  /// A simulation is a value that can be passed on: to child processes by ``environment(addingTo:)``, to other
  /// services by ``baggage(addingTo:)``, anywhere else as `Codable`.
  public struct Simulation: Sendable, Equatable {
    /// The user's language and region.
    public var locale: Locale?
    /// The user's time zone.
    public var timezone: TimeZone?
    /// The user's calendar.
    public var calendar: Calendar.Identifier?
    /// The date, and how it moves.
    ///
    /// Its dates are rounded to milliseconds and limited to the years 1 to 9999, so that they can be written. A date that moves by
    /// steps becomes frozen: only the process that reads it knows its steps.
    public var date: TimeMachine.Anchor? { didSet { date = date?.inMilliseconds } }
    /// The seed for random numbers.
    public var seed: UInt64?

    /// Creates a simulation of the given parts.
    ///
    /// ```swift
    /// World.Simulation(locale: Locale(identifier: "fr_FR"), date: .frozen(at: leapDay))
    /// ```
    public init(
      locale: Locale? = nil, timezone: TimeZone? = nil, calendar: Calendar.Identifier? = nil,
      date: TimeMachine.Anchor? = nil, seed: UInt64? = nil
    ) {
      self.locale = locale
      self.timezone = timezone
      self.calendar = calendar
      self.date = date?.inMilliseconds
      self.seed = seed
    }

    /// Whether nothing is simulated.
    public var isEmpty: Bool { self == Simulation() }

    /// Returns this simulation with the parts of another one, which take precedence.
    func adding(_ other: Simulation) -> Simulation {
      Simulation(
        locale: other.locale ?? locale, timezone: other.timezone ?? timezone,
        calendar: other.calendar ?? calendar, date: other.date ?? date, seed: other.seed ?? seed)
    }
  }
}

extension TimeMachine.Anchor {
  /// The nearest anchor that can be written.
  fileprivate var inMilliseconds: TimeMachine.Anchor {
    guard case .ticking(let rate) = motion else { return .frozen(at: date.inMilliseconds) }
    return .ticking(from: date.inMilliseconds, rate: rate, since: realDate.inMilliseconds)
  }
}

// MARK: - As text

extension World.Simulation: CustomStringConvertible {
  /// The values of the simulated parts, as in flags and variables.
  var texts: [(flag: SimulationFlag, text: String)] {
    SimulationFlag.allCases.compactMap { flag in flag.declaration.text(self).map { (flag, $0) } }
  }

  /// Returns the flags of this simulation, each followed by its value.
  ///
  /// ```swift
  /// World.Simulation(seed: 42).arguments() == ["--seed", "42"]
  /// ```
  ///
  /// - Parameter prefix: The prefix of their names, if the program has one: `sim-` for `--sim-seed`.
  public func arguments(prefix: String = "") -> [String] {
    texts.flatMap { flag, text in [flag.spelling(prefix: prefix), text] }
  }

  /// Returns the environment for a child process that simulates the same world.
  ///
  /// ```swift
  /// child.environment = simulation.environment(addingTo: ProcessInfo.processInfo.environment)
  /// ```
  ///
  /// A date that moves is passed on with its anchor, so that parent and child have the same time.
  ///
  /// - Parameter environment: The child's environment so far. World's variables in it are replaced, or removed if their
  ///   part isn't simulated.
  public func environment(addingTo environment: [String: String] = [:]) -> [String: String] {
    var environment = environment
    for flag in SimulationFlag.allCases { environment[flag.variable] = flag.declaration.text(self) }
    return environment
  }

  /// The flags in one line: `--locale fr_FR --date 2024-02-29T23:59:59Z --clock frozen`. Empty if nothing is simulated.
  public var description: String { line(prefix: "") }

  private func line(prefix: String) -> String {
    texts.map { flag, text in
      // A locale's identifier may be any text, so it is quoted if it would end the line or look like a flag.
      let isPlain = !text.isEmpty && !text.utf8.contains(UInt8(ascii: " ")) && text.quoted == "\"\(text)\""
      return flag.spelling(prefix: prefix) + " " + (isPlain ? text : text.quoted)
    }
    .joined(separator: " ")
  }

  /// Returns a line that says that the program runs in a simulated world; `nil` if nothing is simulated.
  ///
  /// ```swift
  /// if let notice = simulation.notice() { standardError.write("greet: \(notice)\n") }
  /// ```
  ///
  /// - Parameter prefix: The prefix of the flags' names, if the program has one: `sim-` for `--sim-locale`.
  public func notice(prefix: String = "") -> String? {
    isEmpty ? nil : "runs in a simulated world: \(line(prefix: prefix))"
  }
}

extension World.Simulation: Codable {
  /// Encodes the simulated parts as in flags: `{"locale": "fr_FR", "seed": "42"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SimulationFlag.self)
    for (flag, text) in texts { try container.encode(text, forKey: flag) }
  }

  /// Decodes a simulation. Throws a `DecodingError` for an invalid value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SimulationFlag.self)
    var texts = SimulationTexts()
    for flag in SimulationFlag.allCases where flag != .clock || texts[.date] != nil {
      if let text = try container.decodeIfPresent(String.self, forKey: flag) {
        texts.values.append(.init(flag: flag, text: text, source: .flag(flag.rawValue)))
      }
    }
    do throws(ReadingError) {
      // Without Foundation's lists of names, so that decoding doesn't link all of Foundation.
      self = try SimulationReader().read(texts)
    } catch {
      var path = decoder.codingPath
      if case .flag(let name) = error.source, let flag = SimulationFlag(rawValue: name) { path.append(flag) }
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: error.description))
    }
  }
}
