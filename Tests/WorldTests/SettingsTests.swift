import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldStorage
import WorldTesting

enum Theme: String { case light, dark }
enum Accent: String, Codable { case red, green }
struct Level: RawRepresentable, Codable, Equatable { var rawValue: Int }

/// Have raw values that no store holds.
struct Tags: RawRepresentable, Codable, Equatable { var rawValue: [String] }
enum Grade: UInt8 { case pass, fail }

struct Profile: Codable, Equatable {
  var name: String
  var level: Int
}

extension World.Settings.Key where Value == Int {
  static var launches: Self { Self("launches", default: 0) }
}

extension World.Settings.Key where Value == String {
  static var nickname: Self { Self("nickname", default: "anon") }
}

extension World.Settings.Key where Value == Theme {
  static var theme: Self { Self("theme", default: .light) }
}

extension World.Settings.Key where Value == Accent? {
  static var accent: Self { Self("accent", default: nil) }
}

// Its exit tests wait long for their turn beside a thousand others.
@Suite(.world(.mock, timeout: .seconds(600)))
struct SettingsTests {
  /// Writes a value, expects the default before and the value after.
  private func expectRoundTrip<Value: Equatable & Sendable>(
    _ key: World.Settings.Key<Value>, _ value: Value, stored: World.Settings.StoredValue? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let settings = World.Settings.inMemory()
    #expect(settings[key] == key.defaultValue, sourceLocation: sourceLocation)
    settings[key] = value
    #expect(settings[key] == value, sourceLocation: sourceLocation)
    if let stored { #expect(settings.read(key.name) == stored, sourceLocation: sourceLocation) }
    settings.remove(key)
    #expect(settings[key] == key.defaultValue, sourceLocation: sourceLocation)
  }

  @Test func everyTypeGoesThereAndBack() throws {
    let url = try #require(URL(string: "https://example.com/a?b=c#d"))
    expectRoundTrip(World.Settings.Key("k", default: false), true, stored: .bool(true))
    expectRoundTrip(World.Settings.Key("k", default: 1), Int.max, stored: .int(.max))
    expectRoundTrip(World.Settings.Key("k", default: 1.5), -0.1, stored: .double(-0.1))
    expectRoundTrip(World.Settings.Key("k", default: ""), "🥁", stored: .string("🥁"))
    expectRoundTrip(World.Settings.Key("k", default: Data()), Data([0, 255]), stored: .data(Data([0, 255])))
    expectRoundTrip(World.Settings.Key("k", default: Date.distantPast), Date(timeIntervalSince1970: 0.5))
    expectRoundTrip(
      World.Settings.Key("k", default: URL(fileURLWithPath: "/")), url, stored: .string(url.absoluteString))
    expectRoundTrip(
      World.Settings.Key("k", default: Profile(name: "", level: 0)), Profile(name: "Ada", level: 3))
    expectRoundTrip(World.Settings.Key("k", default: [String]()), ["a", "b"])
    let date = Date(timeIntervalSince1970: 7)
    expectRoundTrip(World.Settings.Key<Date?>("k", default: nil), date, stored: .date(date))
  }

  @Test func aRawRepresentableTypeIsStoredAsItsRawValue() {
    expectRoundTrip(World.Settings.Key.theme, .dark, stored: .string("dark"))
    expectRoundTrip(World.Settings.Key("k", default: Theme.light), .dark, stored: .string("dark"))
    expectRoundTrip(World.Settings.Key("k", default: Accent.red), .green, stored: .string("green"))
    expectRoundTrip(World.Settings.Key("k", default: Level(rawValue: 1)), Level(rawValue: 2), stored: .int(2))
    expectRoundTrip(World.Settings.Key("k", default: Grade.pass), .fail, stored: .data(Data("1".utf8)))
    expectRoundTrip(World.Settings.Key("k", default: Tags(rawValue: [])), Tags(rawValue: ["a"]))
  }

  @Test func anOptionalIsStoredAsWhatItWraps() {
    expectRoundTrip(World.Settings.Key.accent, .green, stored: .string("green"))
    expectRoundTrip(World.Settings.Key<Theme?>("k", default: .light), .dark, stored: .string("dark"))
    expectRoundTrip(World.Settings.Key<String?>("k", default: nil), "", stored: .string(""))
    expectRoundTrip(World.Settings.Key<Profile?>("k", default: nil), Profile(name: "Ada", level: 3))
  }

  @Test func anOptionalOfAnotherTypeThanTheStoredOneIsReported() {
    let settings = World.Settings.inMemory()
    settings.write("k", .string("a"))
    for value in [nil, 7] {
      let issues = reports { #expect(settings[World.Settings.Key<Int?>("k", default: value)] == value) }
      #expect(issues.isOne(saying: "should be Optional<Int>, but the store holds String (1 bytes)"))
    }
    let choice = World.Settings.Key("k", default: Choice(rawValue: 7))
    let issues = reports { #expect(settings[choice].rawValue == 7) }
    #expect(issues.isOne(saying: "should be Choice"))
  }

  private struct Choice: RawRepresentable, Codable { var rawValue: Int? }

  @Test func settingNilRemoves() {
    let settings = World.Settings.inMemory()
    func check<Value: Equatable & Sendable>(_ key: World.Settings.Key<Value?>, _ value: Value) {
      settings[key] = value
      #expect(settings.read(key.name) != nil)
      settings[key] = nil
      #expect(settings.read(key.name) == nil)
      #expect(settings[key] == key.defaultValue)
    }
    check(World.Settings.Key("string", default: nil), "a")
    check(World.Settings.Key("raw", default: nil), Theme.dark)
    check(World.Settings.Key("json", default: nil), Profile(name: "Ada", level: 3))
    check(World.Settings.Key("default", default: "anon"), "ada")
    settings.write("twice", .int(1))
    settings[World.Settings.Key<Int??>("twice", default: nil)] = .some(nil)
    #expect(settings.read("twice") == nil)
  }

  @Test func discardingHoldsNothingAndReportsNothing() {
    let settings = World.Settings.discarding
    settings[.nickname] = "ada"
    #expect(settings[.nickname] == "anon")
  }

  @Test func aStoredNumberIsNoneOfAnotherType() {
    let value = World.Settings.StoredValue.int(1)
    #expect(value == .int(1) && value != .double(1) && value != .bool(true))
  }

  @Test func keysAreReadAndWrittenThroughTheWorldWithoutChangingIt() {
    #expect(Current.settings[.nickname] == "anon")
    Current.settings[.launches] += 1
    Current.settings[.launches] += 1
    #expect(Current.settings[.launches] == 2)
  }

  @Test(arguments: [
    World.Settings.StoredValue.string("five"), .bool(true), .double(1.5), .data(Data([1])),
    .date(.distantPast),
  ])
  func aValueOfAnotherTypeIsReportedAndNotOverwritten(stored: World.Settings.StoredValue) {
    let settings = World.Settings.inMemory(["launches": stored])
    let issues = reports { #expect(settings[.launches] == 0) }
    #expect(issues.isOne(saying: "\"launches\" should be Int, but the store holds"))
    #expect(issues.first?.location?.fileID == #fileID)
    #expect(settings.read("launches") == stored)
    settings[.launches] = 7
    #expect(settings[.launches] == 7)
  }

  @Test func aWholeNumberIsANumber() {
    let settings = World.Settings.inMemory(["ratio": .int(2)])
    #expect(settings[World.Settings.Key<Double>("ratio", default: 0.5)] == 2)
  }

  @Test func jsonThatDoesNotFitIsReported() {
    let settings = World.Settings.inMemory(["profile": .data(Data("[]".utf8))])
    let key = World.Settings.Key("profile", default: Profile(name: "", level: 0))
    let issues = reports { #expect(settings[key] == key.defaultValue) }
    #expect(
      issues.isOne(
        saying: "\"profile\" should be Profile, but the store holds Data (2 bytes); the default is returned")
    )
  }

  @Test(arguments: [
    (World.Settings.StoredValue.string("secret-4711"), "String (11 bytes)"), (.int(4711), "Int"),
    (.string("né-4711"), "String (8 bytes)"),
    (.data(Data("secret-4711".utf8)), "Data (11 bytes)"), (.double(0.4711), "Double"), (.bool(true), "Bool"),
    (.date(.distantPast), "Date"),
  ])
  func aReportSaysTypeAndSizeAndNeverTheValue(stored: World.Settings.StoredValue, type: String) {
    let settings = World.Settings.inMemory(["theme": stored])
    let issues = reports { #expect(settings[.theme] == .light) }
    #expect(issues.isOne(saying: "should be Theme, but the store holds \(type); the default is returned"))
    #expect(!issues.contains { $0.description.contains("4711") })
  }

  @Test func aValueThatCanNotBeStoredIsNotInTheReport() {
    let key = World.Settings.Key("profile", default: ["": 1.0])
    let issues = reports { World.Settings.inMemory()[key] = ["secret-4711": .infinity] }
    #expect(issues.isOne(saying: "\"profile\" was not stored"))
    #expect(!issues.contains { $0.description.contains("4711") })
  }

  @Test func aValueThatDoesNotEncodeIsReportedAndNotStored() {
    let settings = World.Settings.inMemory()
    let key = World.Settings.Key("ratios", default: [0.5])
    let issues = reports { settings[key] = [.infinity] }
    #expect(issues.isOne(saying: "\"ratios\" was not stored"))
    #expect(settings.read("ratios") == nil)
    settings[key] = [0.25]
    #expect(reports { settings[key] = [.infinity] }.count == 1)
    #expect(settings[key] == [0.25])
  }

  @Test func aLiveWorldWithoutAStoreSaysSo() {
    let read = reports { withWorld(.live) { #expect(Current.settings[.launches] == 0) } }
    #expect(read.isOne(saying: "\"launches\" was used, but no settings store is configured"))
    let written = reports { withWorld(.live) { Current.settings[.launches] = 1 } }
    #expect(written.map(\.description) == read.map(\.description))
  }

  @Test func aNameWithALineBreakStaysOnTheLine() {
    let key = World.Settings.Key("a\nb", default: 0)
    let issues = reports {
      withWorld(.live) { _ = Current.settings[key] }
      World.Settings.inMemory(["a\nb": .string("1")])[key] += 1
      World.Settings.inMemory()[World.Settings.Key("a\nb", default: [0.5])] = [.infinity]
    }
    #expect(issues.count == 3)
    for issue in issues { #expect(issue.summary.contains(#"The setting "a\nb" "#), "\(issue.summary)") }
  }

  #if os(Linux) || os(macOS)
    @Test func userDefaultsHoldEveryTypeBetweenProcesses() async throws {
      let suite = TemporarySuite()
      await #expect(processExitsWith: .success) { [suite = suite.name as String] in
        let settings = World.Settings.userDefaults(suiteName: suite)
        settings.write("bool", .bool(true))
        settings.write("int", .int(.max))
        settings.write("one", .int(1))
        settings.write("double", .double(2))
        settings.write("string", .string("2\u{FEFF}"))
        settings.write("data", .data(Data([1, 2])))
        settings.write("date", .date(Date(timeIntervalSince1970: 5)))
        settings[World.Settings.Key("url", default: URL(fileURLWithPath: "/"))] =
          try #require(URL(string: "https://example.com/x"))
        settings[World.Settings.Key("profile", default: Profile(name: "", level: 0))] = Profile(
          name: "A", level: 1)
        settings.write("gone", .int(1))
        settings.write("gone", nil)
      }
      await #expect(processExitsWith: .success) { [suite = suite.name as String] in
        let settings = World.Settings.userDefaults(suiteName: suite)
        #expect(settings.read("bool") == .bool(true))
        #expect(settings.read("int") == .int(.max))
        #expect(settings.read("one") == .int(1))
        #expect(settings.read("double") == .double(2))
        #expect(settings.read("string") == .string("2\u{FEFF}"))
        #expect(settings.read("data") == .data(Data([1, 2])))
        #expect(settings.read("date") == .date(Date(timeIntervalSince1970: 5)))
        #expect(settings.read("gone") == nil)
        #expect(
          settings[World.Settings.Key("url", default: URL(fileURLWithPath: "/"))].absoluteString
            == "https://example.com/x")
        #expect(
          settings[World.Settings.Key("profile", default: Profile(name: "", level: 0))]
            == Profile(name: "A", level: 1))
      }
    }

    @Test func whatAnotherProgramStoredAndSettingsDoNotSupportIsReportedAndStays() {
      let suite = TemporarySuite()
      UserDefaults(suiteName: suite.name)?.set(["secret-4711471147114", "b"], forKey: "array")
      let settings = World.Settings.userDefaults(suiteName: suite.name)
      let issues = reports { #expect(settings.read("array") == nil) }
      #expect(issues.isOne(saying: "\"array\" is of a type that settings don't support"))
      // Reports are logged, and what is stored may be a secret.
      #expect(!issues.contains { $0.description.contains("4711471147114") })
      #expect(UserDefaults(suiteName: suite.name)?.array(forKey: "array")?.count == 2)
    }

    @Test func aNumberOfAnotherProgramsIsReadWithItsType() {
      let suite = TemporarySuite()
      UserDefaults(suiteName: suite.name)?.set(NSNumber(value: Float(1.5)), forKey: "float")
      let settings = World.Settings.userDefaults(suiteName: suite.name)
      #expect(settings.read("float") == .double(1.5))
    }

    @Test func withoutASuiteTheStandardDefaultsAreUsed() {
      let name = "world.test.\(UUID().uuidString)"
      defer { UserDefaults.standard.removeObject(forKey: name) }
      World.Settings.userDefaults().write(name, .int(7))
      #expect(UserDefaults.standard.integer(forKey: name) == 7)
      #expect(World.Settings.userDefaults().read(name) == .int(7))
    }

    #if os(Linux)
      @Test(arguments: [("text", "\u{FEFF}2"), ("\u{FEFF}name", "2")])
      func aTextThatFoundationDoesNotReadBackIsRefused(name: String, text: String) {
        let suite = TemporarySuite()
        let settings = World.Settings.userDefaults(suiteName: suite.name)
        let issues = reports { settings.write(name, .string(text)) }
        #expect(issues.isOne(saying: "was not stored: Foundation couldn't read it back"))
        #expect(settings.read(name) == nil)
      }

      /// Foundation would cut a date to whole seconds, and couldn't read some.
      @Test(arguments: ["0.123456789", "-1e-09", "799065296.5", "9.2e+18", "inf", "-inf"])
      func aDateIsStoredUnchanged(seconds: String) async throws {
        let suite = TemporarySuite()
        await #expect(processExitsWith: .success) { [suite = suite.name as String, seconds] in
          let date = Date(timeIntervalSinceReferenceDate: try #require(Double(seconds)))
          let settings = World.Settings.userDefaults(suiteName: suite)
          settings.write("date", .date(date))
          settings.write("next", .int(2))
        }
        let settings = World.Settings.userDefaults(suiteName: suite.name)
        let date = Date(timeIntervalSinceReferenceDate: try #require(Double(seconds)))
        #expect(settings.read("date") == .date(date))
        #expect(settings.read("next") == .int(2))
      }

      @Test func aDateOfAnotherProgramIsRead() {
        let suite = TemporarySuite()
        UserDefaults(suiteName: suite.name)?.set(Date(timeIntervalSince1970: 5), forKey: "date")
        #expect(
          World.Settings.userDefaults(suiteName: suite.name).read("date")
            == .date(Date(timeIntervalSince1970: 5)))
      }

      @Test func aWriteThatDoesNotReachTheDiskIsReported() async {
        // In a process of its own, since Foundation tries again to write it with every other suite.
        await #expect(processExitsWith: .success) {
          // The suite's file would have a name that is too long for the file system.
          let settings = World.Settings.userDefaults(suiteName: String(repeating: "x", count: 300))
          let (issues, _) = await IssueReporter.collect { settings.write("lost", .int(1)) }
          #expect(issues.count == 1)
          #expect(
            issues.first?.summary.hasPrefix("The setting \"lost\" could not be written to the suite") == true)
        }
      }
    #endif

    @Test func manyThreadsMayUseUserDefaults() async throws {
      let suite = TemporarySuite()
      await #expect(processExitsWith: .success) { [suite = suite.name as String] in
        let settings = World.Settings.userDefaults(suiteName: suite)
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
