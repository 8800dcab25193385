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
    #expect(LiveLocaleAndZone.timezone(in: ["TZ": value])?.secondsFromGMT(for: winter) == offset)
  }

  @Test func withoutTheVariableTheSystemSays() {
    #expect(LiveLocaleAndZone.timezone(in: [:]) == nil)
  }

  @Test func aZoneOfTheDatabaseKeepsItsRules() {
    let zone = LiveLocaleAndZone.timezone(in: ["TZ": ":America/New_York"])
    #expect(zone?.identifier == "America/New_York")
    #expect(zone?.secondsFromGMT(for: Date(timeIntervalSince1970: 1_720_000_000)) == -4 * 3600)
  }

  @Test(arguments: [
    "garbage", "Asia/Nowhere", "AB-1", "JST-24", "JST-25", "JST-9:60", "JST-9:00:60", "<+05", "JST-", "9",
    "JST-9:1:2:3", "JST-123", "JST-9:", "JST 9", "Asia/Tokyo\n", "CET-1CEST,M3.5.0,M10.5.0/3",
  ])
  func garbageIsReportedAndMeansGMT(value: String) {
    var zone: TimeZone?
    let issues = reports { zone = LiveLocaleAndZone.timezone(in: ["TZ": value]) }
    #expect(zone?.secondsFromGMT() == 0)
    #expect(
      issues.isOne(
        saying: "TZ=\(value) is not a time zone that Foundation has; \(zone?.identifier ?? "") is used"))
  }

  // MARK: - Paths

  /// A folder with a database of two zones, whose files hold what no other file does.
  private func database() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in ["Asia/Tokyo", "Europe/Paris"] {
      let file = URL(fileURLWithPath: folder.file("zoneinfo/posix/\(name)"))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("TZif of \(name)".utf8).write(to: file)
    }
    for name in ["Asia", "Europe"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("zoneinfo/\(name)"), withDestinationPath: "posix/\(name)")
    }
    return folder
  }

  private func timezone(_ value: String, _ folder: TemporaryFolder) -> TimeZone? {
    LiveLocaleAndZone.timezone(in: ["TZ": value], database: folder.file("zoneinfo"))
  }

  /// Foundation knows the names only.
  @Test(arguments: ["posix/Asia/Tokyo", ":posix/Asia/Tokyo", "../local", ":posix/../../local"])
  func aRelativePathIsInTheDatabase(value: String) throws {
    let folder = try database()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("local"), withDestinationPath: "zoneinfo/Asia/Tokyo")
    #expect(timezone(value, folder)?.identifier == "Asia/Tokyo")
  }

  @Test(arguments: ["", ":"]) func aLinkIntoTheDatabaseIsTheZoneOfItsName(colon: String) throws {
    let folder = try database()
    for (link, target) in [
      ("localtime", folder.file("zoneinfo/Asia/Tokyo")), ("relative", "zoneinfo/posix/Asia/Tokyo"),
      ("chain", "localtime"), ("gone", "/no/zoneinfo/Asia/Tokyo"),
      ("chain-of-gone", "gone"), ("longer-chain-of-gone", "chain-of-gone"),
    ] {
      try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
      #expect(timezone(colon + folder.file(link), folder)?.identifier == "Asia/Tokyo", "\(link)")
    }
  }

  @Test func aCopyOfAFileOfTheDatabaseIsItsZone() throws {
    let folder = try database()
    try Data("TZif of Europe/Paris".utf8).write(to: URL(fileURLWithPath: folder.file("localtime")))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "localtime")
    #expect(timezone(":" + folder.file("localtime"), folder)?.identifier == "Europe/Paris")
    #expect(timezone(folder.file("link"), folder)?.identifier == "Europe/Paris")
  }

  @Test(arguments: ["missing", "text", "circle", "folder"])
  func aFileOfNoZoneIsReportedAndTheSystemsZoneIsUsed(name: String) throws {
    let folder = try database()
    try Data("TZif of no zone".utf8).write(to: URL(fileURLWithPath: folder.file("text")))
    try FileManager.default.createSymbolicLink(atPath: folder.file("circle"), withDestinationPath: "circle")
    try FileManager.default.createDirectory(atPath: folder.file("folder"), withIntermediateDirectories: true)
    let value = ":" + folder.file(name)
    let issues = reports { #expect(timezone(value, folder) == nil) }
    #expect(
      issues.isOne(
        saying: "TZ=\(value) is no file of the time zone database; the system's time zone is used"))
  }
}
