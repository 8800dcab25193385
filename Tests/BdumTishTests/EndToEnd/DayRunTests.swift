#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// The executable, as users run it.
  struct DayRunTests {
    private let program = Program()

    @Test func tellsADayInFrenchDatesAndTokyoTime() throws {
      let result = try program.run(
        "mac", "--locale", "fr_FR", "--timezone", "Asia/Tokyo", "--date", "2024-02-29T23:59:59Z")
      #expect(result.code == 0)
      #expect(
        result.errors == "bdum-tish: runs in a simulated world: --locale fr_FR --timezone Asia/Tokyo "
          + "--date 2024-02-29T23:59:59Z --clock frozen\n")
      #expect(
        result.output.hasPrefix("La journée d'un programmeur sur Mac\nAsia/Tokyo · vendredi 1 mars 2024\n"))
      #expect(result.output.hasSuffix(" Ba dum tss\u{A0}!\n"))
      #expect(!result.output.contains("\u{1B}"))
    }

    /// While the program starts, such a clock may go through a day or more.
    @Test func aFastClockTellsTheDayThatItStartsOn() throws {
      let arguments = ["mac", "--timezone", "UTC", "--date", "2024-02-29T23:59:59Z", "--clock", "1000000x"]
      let days = try (1...2).map { _ in try Document(program.run(arguments + ["--json"]).output) }
      #expect(days[0].world["date"] == "2024-02-29T23:59:59Z")
      #expect(days[0].events.map(\.title) == days[1].events.map(\.title))
      #expect(days[0].outcome == days[1].outcome)
    }

    @Test func jsonIsOneObject() throws {
      let result = try program.run(
        "pc", "--coffee", "decaf", "--json", "--locale=th_TH", "--timezone=America/New_York",
        "--date=2024-03-10")
      let document = try Document(result.output)
      #expect(result.code == 0)
      #expect(document.programmer == "pc")
      #expect(document.coffee == "decaf")
      #expect(document.outcome == "blamedTools")
      #expect(document.dayLengthHours == 23)
      #expect(
        document.world == [
          "date": "2024-03-10T00:00:00-05:00", "locale": "th_TH", "timezone": "America/New_York",
          "calendar": "buddhist",
        ])
      for event in document.events { #expect(event.time.hasPrefix("2024-03-10T")) }
    }

    @Test(arguments: [
      ("2024-09-11T20:00:00Z", "Asia/Tokyo", true), ("2024-09-12", "UTC", true), ("2023-09-13", "UTC", true),
      ("2024-09-13", "UTC", false),
    ])
    func celebratesProgrammersDay(date: String, zone: String, celebrates: Bool) throws {
      let flags = ["mac", "--locale", "en_US", "--date", date, "--timezone", zone]
      #expect(try Document(program.run(flags + ["--json"]).output).isProgrammersDay == celebrates)
      #expect(try program.run(flags).output.contains("Happy Programmers' Day!") == celebrates)
    }

    @Test func calendarIsTheOneAskedFor() throws {
      let result = try program.run(
        "mac", "--locale", "en_US", "--calendar", "buddhist", "--date", "2024-03-10")
      #expect(result.output.contains("March 10, 2567"))
    }

    @Test func variablesSayTheSameAsFlags() throws {
      var program = program
      program.environment.merge(["WORLD_LOCALE": "fr_FR", "WORLD_DATE": "2024-02-29T23:59:59Z"]) { $1 }
      let result = try program.run("mac", "--timezone", "Asia/Tokyo", "--locale=en_US")
      #expect(result.output.contains("Asia/Tokyo · Friday, March 1, 2024"))
      let flags = ["--locale", "en_US", "--timezone", "Asia/Tokyo", "--date", "2024-02-29T23:59:59Z"]
      #expect(try self.program.run(["mac"] + flags) == result)
    }

    @Test(arguments: ["Asia/Tokyo", ":/usr/share/zoneinfo/Asia/Tokyo"])
    func withoutFlagsItTellsToday(zone: String) throws {
      var program = program
      program.environment = ["LC_ALL": "fr_FR.UTF-8", "TZ": zone]
      let result = try program.run("mac", "--json")
      let world = try Document(result.output).world
      #expect(world["locale"] == "fr_FR")
      #expect(world["timezone"] == "Asia/Tokyo")
      #expect(world["date"]?.hasSuffix("+09:00") == true)
    }

    @Test func eventsAreAppendedToAFile() throws {
      let flags = ["pc", "--date", "2024-02-29T23:59:59Z", "--analytics", "events.jsonl"]
      for _ in 1...2 { #expect(try program.run(flags).code == 0) }
      let file = program.home.url.appendingPathComponent("events.jsonl")
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      let began =
        #"{"name":"day_began","properties":{"coffee":"caffeinated","programmer":"pc"},"#
        + #""time":"2024-02-29T23:59:59.000Z"}"#
      #expect(lines.count == 4)
      #expect(lines.first.map(String.init) == began)
      #expect(lines.last?.contains(#""outcome":"shipped""#) == true)
    }

    @Test func programmerIsRememberedBetweenRuns() throws {
      #expect(try program.run().output.contains("Mac programmer"))
      #expect(try program.run("pc").output.contains("PC programmer"))
      #expect(try program.run().output.contains("PC programmer"))
      #expect(try Program().run().output.contains("Mac programmer"))
    }

    @Test func helpAndVersionGoToStandardOutput() throws {
      let help = try program.run("--help")
      #expect(help.output.contains("Usage: bdum-tish [mac|pc] [flags]"))
      #expect((help.code, help.errors) == (0, ""))
      let version = try program.run("--version")
      #expect(version.output.hasPrefix("bdum-tish "))
      #expect((version.code, version.errors) == (0, ""))
    }
  }
#endif
