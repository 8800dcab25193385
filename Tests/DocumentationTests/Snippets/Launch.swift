import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldStorage
import WorldTesting

func launch(folder: String) throws {
  try World.bootstrap {
    let file = try World.Analytics.jsonLines(appendingTo: folder + "/events.jsonl")
    $0.analytics = file.adding(["version": "1.2"]).filter { !$0.name.hasPrefix("debug_") }
    $0.settings = .file(at: folder + "/settings.json")
  }
}

extension World.Settings.Key where Value == String {
  static var lastProgrammer: Self { Self("lastProgrammer", default: "mac") }
}

@Suite(.world(.mock))
struct LaunchTests {
  @Test func theLaunchCodeRunsInATest() throws {
    let folder = TemporaryFolder()
    try launch(folder: folder.path)
    Current.analytics.track(World.Analytics.Event(name: "opened"))
    Current.analytics.track(World.Analytics.Event(name: "debug_tick"))
    Current.settings[.lastProgrammer] = "pc"
    #expect(World.Settings.file(at: folder.file("settings.json")).read("lastProgrammer") == .string("pc"))
    let lines = try String(contentsOfFile: folder.file("events.jsonl"), encoding: .utf8)
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
