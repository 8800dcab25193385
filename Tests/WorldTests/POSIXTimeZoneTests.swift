import Foundation
import TestSupport
import Testing
import WorldTesting

@testable import World

@Suite
struct POSIXTimeZoneTests {
  @Test(arguments: [
    ("Asia/Tokyo", 9 * 3600), (":Asia/Tokyo", 9 * 3600), ("/usr/share/zoneinfo/Asia/Tokyo", 9 * 3600),
    (":/usr/share/zoneinfo/Asia/Kathmandu", 5 * 3600 + 45 * 60), ("", 0), (":", 0), ("UTC", 0), ("UTC0", 0),
    ("GMT0", 0), ("JST-9", 9 * 3600), ("EST5", -5 * 3600), ("<+0545>-5:45", 5 * 3600 + 45 * 60),
    ("<-03>3", -3 * 3600), ("NST+3:30", -(3 * 3600 + 30 * 60)), ("XYZ-1:00:30", 3630),
    ("UTC+3", -3 * 3600), ("GMT-3", 3 * 3600), ("EST5EDT", -5 * 3600), ("Etc/GMT+3", -3 * 3600),
  ])
  func everyFormIsUnderstood(value: String, offset: Int) {
    let winter = Date(timeIntervalSince1970: 1_704_067_200)
    #expect(LocaleAndZoneVariables.timezone(in: ["TZ": value])?.secondsFromGMT(for: winter) == offset)
  }

  @Test func withoutTheVariableTheSystemSays() {
    #expect(LocaleAndZoneVariables.timezone(in: [:]) == nil)
  }

  @Test func aZoneOfTheDatabaseKeepsItsRules() {
    let zone = LocaleAndZoneVariables.timezone(in: ["TZ": ":America/New_York"])
    #expect(zone?.identifier == "America/New_York")
    #expect(zone?.secondsFromGMT(for: Date(timeIntervalSince1970: 1_720_000_000)) == -4 * 3600)
  }

  @Test(arguments: [
    "garbage", "Asia/Nowhere", "AB-1", "JST-24", "JST-25", "JST-9:60", "<+05", "JST-", "9", "JST-9:1:2:3",
    "JST-123",
    "JST-9:", "JST 9", "Asia/Tokyo\n", "CET-1CEST,M3.5.0,M10.5.0/3",
  ])
  func garbageIsReportedAndMeansUTC(value: String) {
    let issues = reports {
      #expect(LocaleAndZoneVariables.timezone(in: ["TZ": value])?.secondsFromGMT() == 0)
    }
    #expect(issues.isOne(saying: "TZ=\(value) is not a time zone"))
  }
}
