import Foundation
import Testing

@testable import BdumTish

struct FilmScreenTests {
  private static let locales = ["en_GB", "fr_FR", "de_DE", "es_ES", "ja_JP", "ar_EG", "th_TH", "he_IL"]

  private func day(_ locale: String, zone: String = "UTC") throws -> DayViewModel {
    try .mock(
      .mock(computer: .mac, coffee: .caffeinated, boss: .live), at: "2024-03-01T08:00:00Z", locale: locale,
      zone: zone)
  }

  private func screen(
    _ days: [DayViewModel], rate: Double = 600, isPaused: Bool = false, isColored: Bool = false
  ) -> FilmScreen {
    let film = FilmViewModel(
      days: days, rate: rate, isPaused: isPaused, end: .distantFuture, time: { .distantPast }, freeze: {},
      resume: { _ in }, wait: {})
    return FilmScreen(film: film, ink: Ink(isColored: isColored))
  }

  private func lines(
    _ locale: String, at time: String, width: Int = 80, height: Int = 24, rate: Double = 600,
    isPaused: Bool = false
  ) throws -> [String] {
    screen([try day(locale)], rate: rate, isPaused: isPaused).lines(
      at: try instant("2024-03-01T\(time)Z"), on: .init(width: width, height: height))
  }

  @Test func showsWhatWasWhatIsAndWhatComes() throws {
    let lines = try lines("en_GB", at: "12:10:00")
    #expect(lines[0].hasPrefix(" 12:10 · UTC · "))
    #expect(lines[0].contains("1 March 2024 · English"))
    #expect(lines[0].hasSuffix(" 600x "))
    #expect(lines.contains { $0.hasPrefix("  10:00  Codes like the wind  ") && $0.hasSuffix("in 2 hours.") })
    #expect(lines.contains { $0.hasPrefix("▸ 12:00  Has lunch            For 25 minutes") })
    #expect(lines.contains("  14:00  Drinks more coffee"))
    #expect(!lines.joined().contains("Ba dum tish!"))
    #expect(lines.last == "space: pause · ← →: speed · q: quit")
  }

  @Test func beforeTheDayNothingIsNow() throws {
    let lines = try lines("en_GB", at: "05:00:00")
    #expect(!lines.joined().contains("▸"))
    #expect(lines.contains("   6:30  Wakes up"))
  }

  @Test func endsWithThePunchline() throws {
    #expect(try lines("en_GB", at: "17:30:00").joined().contains("Ba dum tish!"))
  }

  @Test(arguments: [(600.0, " 12:10 · "), (60, " 12:10 · "), (30, " 12:10:20 · "), (1, " 12:10:20 · ")])
  func aSlowClockShowsSeconds(rate: Double, beginning: String) throws {
    #expect(try lines("en_GB", at: "12:10:20", rate: rate)[0].hasPrefix(beginning))
  }

  @Test func saysThatItIsPausedInTheLanguageOfTheWorld() throws {
    let lines = try lines("fr_FR", at: "12:10:00", isPaused: true)
    #expect(lines[0].hasSuffix(" en pause "))
    #expect(lines[0].contains("français"))
    #expect(lines.last?.hasPrefix("espace") == true)
  }

  @Test(arguments: locales, [40, 41, 57, 80, 132])
  func fitsEveryScreen(locale: String, width: Int) throws {
    let screen = self.screen([try day(locale)])
    for time in ["05:00:00", "08:50:00", "12:10:00", "23:00:00"] {
      let instant = try instant("2024-03-01T\(time)Z")
      for height in [12, 24, 50] {
        let lines = screen.lines(at: instant, on: .init(width: width, height: height))
        #expect(lines.count <= height)
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
        #expect(lines[0].displayWidth == width)
      }
    }
  }

  /// Somebody may make a window as small as it gets.
  @Test(arguments: [(1, 1), (80, 1), (80, 3), (1, 24), (5, 4), (0, 0)])
  func aTinyScreenIsNoCrash(width: Int, height: Int) throws {
    for count in 1...3 {
      let days = try (1...count).map { _ in try day("ja_JP") }
      let lines = screen(days, isColored: true).lines(
        at: try instant("2024-03-01T12:00:00Z"),
        on: .init(width: width, height: height))
      #expect(lines.count <= max(1, height))
    }
  }

  @Test(arguments: locales)
  func whatIsNowIsAlwaysShown(locale: String) throws {
    let day = try day(locale)
    for event in day.events {
      let lines = screen([day]).lines(
        at: event.moment, on: .init(width: 40, height: 12))
      #expect(lines.filter { $0.contains("▸") && $0.contains(event.localTime) }.count == 1)
    }
  }

  @Test func columnsAreOfTheSameMoment() throws {
    let days = [try day("fr_FR", zone: "Asia/Tokyo"), try day("ar_EG", zone: "Africa/Cairo")]
    let lines = screen(days).lines(
      at: try instant("2024-03-01T08:00:00Z"), on: .init(width: 100, height: 30))
    #expect(lines[0].contains(" 17:00 · Asia/Tokyo"))
    #expect(lines[0].contains("١٠:٠٠"))
    #expect(lines.dropLast(2).allSatisfy { $0.contains(" │ ") && $0.displayWidth <= 100 })
  }
}
