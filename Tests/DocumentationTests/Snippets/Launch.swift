import Foundation
import Testing
import World
import WorldMocks
import WorldStorage
import WorldTesting

func launch(log: String) throws {
  try World.bootstrap {
    let file = try Analytics.jsonLines(appendingTo: log, date: { Current.date() })
    $0.analytics = file.adding(["version": "1.2"]).filter { !$0.name.hasPrefix("debug_") }
    $0.settings = .userDefaults(suiteName: "com.example.shop")
  }
}

extension Settings.Key where Value == String {
  static var lastProgrammer: Self { Self("lastProgrammer", default: "mac") }
}

@Suite(.world(.mock))
struct LaunchTests {
  @Test func theLaunchCodeRunsInATest() throws {
    let log = NSTemporaryDirectory() + "launch-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: log) }
    try launch(log: log)
    Current.analytics.track(Analytics.Event(name: "opened"))
    Current.analytics.track(Analytics.Event(name: "debug_tick"))
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    #expect(
      lines == #"{"name":"opened","properties":{"version":"1.2"},"time":"2018-08-28T12:27:31.000Z"}"# + "\n")
  }

  @Test func settingsAreReadAndWrittenByKey() {
    let last = Current.settings[.lastProgrammer]
    Current.settings[.lastProgrammer] = "pc"
    #expect(last == "mac")
    #expect(Current.settings[.lastProgrammer] == "pc")
  }
}
