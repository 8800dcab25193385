import Foundation
import Testing
import World
import WorldLive
import WorldMocks
import WorldTesting

struct Profile: Codable, Equatable {
  var name: String
  var level: Int
}

extension Settings.Key where Value == Int {
  static var launches: Self { Self("launches", default: 0) }
}

extension Settings.Key where Value == String {
  static var nickname: Self { Self("nickname", default: "anon") }
}

@Suite(.world(.mock))
struct SettingsTests {
  /// Writes a value, expects the default before and the value after.
  private func expectRoundTrip<Value: Equatable & Sendable>(
    _ key: Settings.Key<Value>, _ value: Value, stored: Settings.StoredValue? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let settings = Settings.inMemory()
    #expect(settings[key] == key.defaultValue, sourceLocation: sourceLocation)
    settings[key] = value
    #expect(settings[key] == value, sourceLocation: sourceLocation)
    if let stored { #expect(settings.read(key.name) == stored, sourceLocation: sourceLocation) }
    settings.remove(key)
    #expect(settings[key] == key.defaultValue, sourceLocation: sourceLocation)
  }

  @Test func everyTypeGoesThereAndBack() throws {
    let url = try #require(URL(string: "https://example.com/a?b=c#d"))
    expectRoundTrip(Settings.Key("k", default: false), true, stored: .bool(true))
    expectRoundTrip(Settings.Key("k", default: 1), Int.max, stored: .int(.max))
    expectRoundTrip(Settings.Key("k", default: 1.5), -0.1, stored: .double(-0.1))
    expectRoundTrip(Settings.Key("k", default: ""), "🥁", stored: .string("🥁"))
    expectRoundTrip(Settings.Key("k", default: Data()), Data([0, 255]), stored: .data(Data([0, 255])))
    expectRoundTrip(Settings.Key("k", default: Date.distantPast), Date(timeIntervalSince1970: 0.5))
    expectRoundTrip(
      Settings.Key("k", default: URL(fileURLWithPath: "/")), url, stored: .string(url.absoluteString))
    expectRoundTrip(Settings.Key("k", default: Profile(name: "", level: 0)), Profile(name: "Ada", level: 3))
    expectRoundTrip(Settings.Key("k", default: [String]()), ["a", "b"])
    expectRoundTrip(Settings.Key<Date?>("k", default: nil), Date(timeIntervalSince1970: 7))
  }

  @Test func keysAreReadAndWrittenThroughTheWorldWithoutChangingIt() {
    #expect(Current.settings[.nickname] == "anon")
    Current.settings[.launches] += 1
    Current.settings[.launches] += 1
    #expect(Current.settings[.launches] == 2)
  }

  @Test(arguments: [
    Settings.StoredValue.string("five"), .bool(true), .double(1.5), .data(Data([1])), .date(.distantPast),
    .other("an Array"),
  ])
  func aValueOfAnotherTypeIsReportedAndNotOverwritten(stored: Settings.StoredValue) {
    let settings = Settings.inMemory(["launches": stored])
    withKnownIssue {
      #expect(settings[.launches] == 0)
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID
        && issue.comments.contains { "\($0)".contains("\"launches\" should be Int, but the store holds") }
    }
    #expect(settings.read("launches") == stored)
    settings[.launches] = 7
    #expect(settings[.launches] == 7)
  }

  @Test func aWholeNumberIsANumber() {
    let settings = Settings.inMemory(["ratio": .int(2)])
    #expect(settings[Settings.Key("ratio", default: 0.5)] == 2)
  }

  @Test func jsonThatDoesNotFitIsReported() {
    let settings = Settings.inMemory(["profile": .data(Data("[]".utf8))])
    let key = Settings.Key("profile", default: Profile(name: "", level: 0))
    withKnownIssue { #expect(settings[key] == key.defaultValue) }
  }

  @Test func aValueThatDoesNotEncodeIsReportedAndNotStored() {
    let settings = Settings.inMemory()
    let key = Settings.Key("ratios", default: [0.5])
    withKnownIssue {
      settings[key] = [.infinity]
    } matching: {
      $0.comments.contains { "\($0)".contains("\"ratios\" was not stored") }
    }
    #expect(settings.read("ratios") == nil)
  }

  @Test func aLiveWorldWithoutAStoreSaysSo() {
    withKnownIssue {
      withWorld(World()) { #expect(Current.settings[.launches] == 0) }
    } matching: {
      $0.comments.contains { "\($0)".contains("\"launches\" was read, but the world has no settings store") }
    }
    withKnownIssue {
      withWorld(World()) { Current.settings[.launches] = 1 }
    } matching: {
      $0.comments.contains { "\($0)".contains("\"launches\" was written") }
    }
  }

  #if os(Linux) || os(macOS)
    @Test func userDefaultsKeepEveryTypeBetweenProcesses() async throws {
      let suite = TemporarySuite()
      await #expect(processExitsWith: .success) { [suite = suite.name as String] in
        let settings = Settings.userDefaults(suiteName: suite)
        settings.write("bool", .bool(true))
        settings.write("int", .int(.max))
        settings.write("one", .int(1))
        settings.write("double", .double(2))
        settings.write("string", .string("2"))
        settings.write("data", .data(Data([1, 2])))
        settings.write("date", .date(Date(timeIntervalSince1970: 5)))
        settings[Settings.Key("url", default: URL(fileURLWithPath: "/"))] =
          try #require(URL(string: "https://example.com/x"))
        settings[Settings.Key("profile", default: Profile(name: "", level: 0))] = Profile(name: "A", level: 1)
        settings.write("gone", .int(1))
        settings.write("gone", nil)
      }
      await #expect(processExitsWith: .success) { [suite = suite.name as String] in
        let settings = Settings.userDefaults(suiteName: suite)
        #expect(settings.read("bool") == .bool(true))
        #expect(settings.read("int") == .int(.max))
        #expect(settings.read("one") == .int(1))
        #expect(settings.read("double") == .double(2))
        #expect(settings.read("string") == .string("2"))
        #expect(settings.read("data") == .data(Data([1, 2])))
        #expect(settings.read("date") == .date(Date(timeIntervalSince1970: 5)))
        #expect(settings.read("gone") == nil)
        #expect(
          settings[Settings.Key("url", default: URL(fileURLWithPath: "/"))].absoluteString
            == "https://example.com/x")
        #expect(
          settings[Settings.Key("profile", default: Profile(name: "", level: 0))]
            == Profile(name: "A", level: 1))
        UserDefaults(suiteName: suite)?.set([1, 2], forKey: "array")
        let read = settings.read("array")
        guard case .other = read else { fatalError("unexpected \(String(describing: read))") }
      }
    }

    @Test func manyThreadsMayUseUserDefaults() async throws {
      let suite = TemporarySuite()
      await #expect(processExitsWith: .success) { [suite = suite.name as String] in
        let settings = Settings.userDefaults(suiteName: suite)
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<20 {
            group.addTask {
              settings.write("n\(number)", .int(number))
              #expect(settings.read("n\(number)") == .int(number))
            }
          }
        }
      }
    }
  #endif
}

#if os(Linux) || os(macOS)
  /// A suite of the defaults database that is gone when the last reference is. (Where Foundation keeps it is
  /// decided when the process starts, so it can't be a folder of the test's.)
  private final class TemporarySuite: Sendable {
    let name = "world.test.\(UUID().uuidString)"

    deinit {
      UserDefaults(suiteName: name)?.removePersistentDomain(forName: name)
      let home = ProcessInfo.processInfo.environment
      let folder = home["XDG_CONFIG_HOME"] ?? (home["HOME"] ?? "") + "/.config"
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name).plist")
    }
  }
#endif
