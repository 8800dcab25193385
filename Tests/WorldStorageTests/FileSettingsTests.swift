import Foundation
import TestSupport
import Testing
import World
import WorldStorage
import WorldTesting

/// `Stress --kills` has more: processes that are killed while they write.
@Suite(.world(.mock, inParallel: true))
struct FileSettingsTests {
  let folder = TemporaryFolder()

  private var path: String { folder.file("settings.json") }
  private var settings: World.Settings { .file(at: path) }

  /// What the file says of a value, with all bits of its numbers.
  private func bits(_ value: World.Settings.StoredValue?) -> String {
    switch value {
    case .double(let number): "double \(number.bitPattern)"
    case .date(let date): "date \(date.timeIntervalSinceReferenceDate.bitPattern)"
    default: String(describing: value)
    }
  }

  private static let doubles: [Double] = [
    0, -0.0, 0.1, 1 / 3, 1e300, -1e300, 9.2e18, 557_152_051.123_456_7, .pi, .ulpOfOne, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, .infinity, -.infinity, .nan, -.nan, Double(nan: 7, signaling: false),
  ]

  private static let values: [World.Settings.StoredValue] =
    doubles.map { .double($0) } + doubles.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    + [true, false].map { .bool($0) } + [0, 1, -1, .max, .min].map { .int($0) }
    + [
      "", "\u{FEFF}", "\u{FEFF}\u{FEFF}a\u{FEFF}", "1", "true",
      "/\"\\\n\r\t\u{0}\u{1}\u{7F}\u{2028}\u{FFFE}\u{FFFF}", "e\u{301}\u{E9}🥁",
    ].map {
      .string($0)
    }
    + [Data(), Data([0]), Data((0..<100_000).map { UInt8($0 % 256) })].map { .data($0) }

  @Test func everyValueIsReadAsWhatWasWritten() {
    for (index, value) in Self.values.enumerated() { settings.write("\(index)", value) }
    for (index, value) in Self.values.enumerated() { #expect(bits(settings.read("\(index)")) == bits(value)) }
    guard case .string(let text) = settings.read("\(Self.values.count - 4)") else {
      Issue.record("no text"); return
    }
    #expect(Array(text.unicodeScalars) == Array("e\u{301}\u{E9}🥁".unicodeScalars))
  }

  @Test(arguments: ["", "a.b", "\"\n\u{0}", "é", "__proto__", "\u{FEFF}a"]) func aNameMayBeAnyText(
    name: String
  ) {
    settings.write(name, .int(1))
    #expect(settings.read(name) == .int(1))
    #expect(settings.read(name + " ") == nil)
  }

  @Test func theFileIsAsDocumented() throws {
    settings.write("lastVisit", .date(Date(timeIntervalSinceReferenceDate: 557_152_051.25)))
    settings.write("launches", .int(3))
    #expect(
      try JSONDecoder().decode([String: [String: String]].self, from: Data(contentsOf: URL(filePath: path)))
        == ["launches": ["int": "3"], "lastVisit": ["date": "557152051.25"]])
  }

  @Test func aRemovedSettingIsGoneAndTheOthersStay() {
    settings.write("a", .int(1))
    settings.write("b", .int(2))
    settings.write("a", nil)
    #expect(settings.read("a") == nil)
    #expect(settings.read("b") == .int(2))
  }

  @Test func aReadCreatesNothing() throws {
    #expect(settings.read("a") == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aNewFileIsTheOwnersAndAnExistingOneKeepsItsPermissions() throws {
    func permissions(_ suffix: String = "") throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path + suffix)[.posixPermissions] as? Int
    }
    settings.write("a", .int(1))
    #expect(try permissions() == 0o600)
    #expect(try permissions(".lock") == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path)
    settings.write("a", .int(2))
    #expect(try permissions() == 0o664)
    // Another user may lock it.
    #expect(try permissions(".lock") == 0o664)
  }

  @Test func aSymbolicLinkStaysOne() throws {
    settings.write("a", .int(1))
    let link = folder.file("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    World.Settings.file(at: link).write("a", .int(2))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(settings.read("a") == .int(2))
  }

  @Test func aLinkToAFileThatIsYetToBeMadeStaysOne() throws {
    let link = folder.file("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    World.Settings.file(at: link).write("a", .int(2))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(settings.read("a") == .int(2))
  }

  @Test func aLinkToALinkToAFileThatIsYetToBeMadeStaysOne() throws {
    let links = [folder.file("first.json"), folder.file("second.json"), folder.file("third.json")]
    for (link, target) in zip(links, links.dropFirst() + [path]) {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
    World.Settings.file(at: links[0]).write("a", .int(2))
    for (link, target) in zip(links, links.dropFirst() + [path]) {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }
    #expect(settings.read("a") == .int(2))
  }

  #if os(Linux)
    @Test func noFileStaysOpen() throws {
      for number in 0..<3 {
        settings.write("a", .int(number))
        #expect(settings.read("a") == .int(number))
      }
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(folder.path) } == [])
    }
  #endif

  // MARK: - Damage

  @Test(arguments: ["", "{", "[]", #"{"a": {"int": "3"}"#, "\u{0}\u{0}"]) func aDamagedFileIsReportedAndKept(
    text: String
  ) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    let read = reports { #expect(settings.read("a") == nil) }
    #expect(read.isOne(saying: "\"a\" has its default", "settings.json\" is damaged"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)

    let written = reports { settings.write("a", .int(1)) }
    #expect(written.isOne(saying: "was damaged; it is kept as", "settings.json.damaged\""))
    #expect(try String(contentsOfFile: path + ".damaged", encoding: .utf8) == text)
    #expect(settings.read("a") == .int(1))
  }

  @Test func eachDamagedFileIsKeptUnderANameOfItsOwn() throws {
    for text in ["1", "2", "3"] {
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(reports { settings.write("a", .int(1)) }.count == 1)
    }
    let kept = try ["", "-2", "-3"].map {
      try String(contentsOfFile: path + ".damaged" + $0, encoding: .utf8)
    }
    #expect(kept == ["1", "2", "3"])
  }

  @Test(arguments: [
    #"{"decimal": "1"}"#, #"{"int": "x"}"#, #"{}"#, #"{"bool": "true", "int": "1"}"#,
    #"{"int": 3}"#, #"{"list": ["a", {"b": null}]}"#, "1.5", "null", "[]",
  ])
  func aValueOfAnUnknownTypeIsReportedAndStays(record: String) throws {
    try Data(#"{"new": \#(record)}"#.utf8).write(to: URL(filePath: path))
    settings.write("old", .int(1))
    let issues = reports { #expect(settings.read("new") == nil) }
    #expect(issues.isOne(saying: "\"new\" in ", "is of a type that settings don't support"))
    #expect(settings.read("old") == .int(1))
    let text = try String(contentsOfFile: path, encoding: .utf8).filter { !$0.isWhitespace }
    #expect(text.contains(#""new":\#(record.filter { !$0.isWhitespace })"#))
  }

  // A number longer than the groups of a UUID, which names the folder in the reports.
  @Test(arguments: [
    (#""secret-4711471147114""#, "a text"),
    (#"{"string": "secret-4711471147114", "x": "4711471147114"}"#, "an object (2 members)"),
    (#"{"string": {"secret-4711471147114": 1}}"#, "an object (1 member)"),
    (#"["secret-4711471147114"]"#, "an array (1 element)"),
    ("4711471147114", "a number"), (#"{"int": "secret-4711471147114"}"#, "an object (1 member)"),
    ("null", "null"),
  ])
  func aReportSaysTypeAndSizeAndNeverTheValue(record: String, type: String) throws {
    try Data(#"{"new": \#(record)}"#.utf8).write(to: URL(filePath: path))
    let issues = reports { #expect(settings.read("new") == nil) }
    #expect(issues.isOne(saying: "settings don't support: \(type)."))
    #expect(!issues.contains { $0.description.contains("4711471147114") })
  }

  @Test func whatADamagedFileHoldsIsNotInTheReports() throws {
    try Data(#"{"token": {"string": "secret-4711471147114""#.utf8).write(to: URL(filePath: path))
    let issues = reports {
      #expect(settings.read("token") == nil)
      settings.write("token", .string("secret-4711471147114"))
    }
    #expect(issues.count == 2)
    #expect(!issues.contains { $0.description.contains("4711471147114") })
  }

  /// So that a process that is killed at any time leaves a file.
  @Test func aDamagedFileThatCanNotBeKeptStays() throws {
    try Data("{".utf8).write(to: URL(filePath: path))
    let long = String(repeating: "n", count: 250)
    let settings = World.Settings.file(at: folder.file(long))
    try Data("{".utf8).write(to: URL(filePath: folder.file(long)))
    let issues = reports { settings.write("a", .int(1)) }
    #expect(issues.isOne(saying: "\"a\" was not stored", "File name too long"))
    #expect(try String(contentsOfFile: folder.file(long), encoding: .utf8) == "{")
  }

  // MARK: - What can't be written

  @Test func aFolderThatIsMissingIsReported() {
    let settings = World.Settings.file(at: folder.file("no/settings.json"))
    let issues = reports { settings.write("a", .int(1)) }
    #expect(issues.isOne(saying: "\"a\" was not stored", "can't be written: No such file or directory"))
    #expect(settings.read("a") == nil)
  }

  @Test func aFileThatCanNotBeReadIsReportedAndNotWritten() throws {
    try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
    let issues = reports { #expect(settings.read("a") == nil) }
    #expect(issues.isOne(saying: "\"a\" has its default", "can't be read: it is no regular file"))
    #expect(reports { settings.write("a", .int(1)) }.isOne(saying: "\"a\" was not stored", "can't be read"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["full"])
  }

  /// Nobody writes to the pipe, so that who reads it would wait for ever.
  @Test func aPipeIsReportedAndRemains() throws {
    try #require(mkfifo(path, 0o600) == 0)
    let issues = reports { #expect(settings.read("a") == nil) }
    #expect(issues.isOne(saying: "\"a\" has its default", "can't be read: it is no regular file"))
    #expect(reports { settings.write("a", .int(1)) }.isOne(saying: "\"a\" was not stored"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType != .typeRegular)
  }

  #if os(Linux) || os(macOS)
    /// Who opens a pipe waits for its other end, and others would wait for the lock.
    @Test func aPipeOrALinkInPlaceOfTheTemporaryFileIsReplaced() async throws {
      try #require(mkfifo(path + ".tmp", 0o600) == 0)
      await #expect(processExitsWith: .success) { [path = path as String] in
        // Ends a process that waits.
        alarm(300)
        World.Settings.file(at: path).write("a", .int(1))
      }
      #expect(settings.read("a") == .int(1))
      try Data("mine".utf8).write(to: URL(filePath: folder.file("other")))
      try FileManager.default.createSymbolicLink(
        atPath: path + ".tmp", withDestinationPath: folder.file("other"))
      settings.write("a", .int(2))
      #expect(settings.read("a") == .int(2))
      #expect(try String(contentsOfFile: folder.file("other"), encoding: .utf8) == "mine")
    }
  #endif

  @Test func aFileThatCanNotBeReplacedIsReportedAndRemains() throws {
    settings.write("a", .int(1))
    // The temporary file can't be made where a folder is.
    try FileManager.default.createDirectory(atPath: path + ".tmp", withIntermediateDirectories: true)
    #expect(
      reports { settings.write("a", .int(2)) }.isOne(saying: "\"a\" was not stored", "can't be written"))
    #expect(settings.read("a") == .int(1))
  }

  #if os(Linux)
    @Test func aFullDiskIsReportedAndLosesNothing() async throws {
      settings.write("a", .int(1))
      await #expect(processExitsWith: .success) { [path = path as String] in
        signal(SIGXFSZ, SIG_IGN)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = 100
        setrlimit(resource, &limit)
        let settings = World.Settings.file(at: path)
        let long = String(repeating: "x", count: 200)
        let (issues, _) = await IssueReporter.collect { settings.write("long", .string(long)) }
        #expect(issues.count == 1)
        #expect(issues.first?.summary.contains("\"long\" was not stored") == true)
        #expect(issues.first?.summary.contains("can't be written: File too large") == true)
        #expect(!FileManager.default.fileExists(atPath: path + ".tmp"))
        #expect(settings.read("a") == .int(1))
        settings.write("short", .int(2))
        // What measures the coverage writes at the end.
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
      }
      #expect(settings.read("a") == .int(1))
      #expect(settings.read("short") == .int(2))
      #expect(settings.read("long") == nil)
    }
  #endif

  // MARK: - At once

  @Test func writesOfManyThreadsAreAllThere() async {
    let settings = settings
    await withTaskGroup { group in
      for number in 0..<100 { group.addTask { settings.write("\(number)", .int(number)) } }
    }
    for number in 0..<100 { #expect(settings.read("\(number)") == .int(number)) }
  }

  #if os(Linux) || os(macOS)
    @Test func writesOfTwoProcessesAreAllThere() async {
      async let one: Void = writeInAnotherProcess(0..<100)
      async let other: Void = writeInAnotherProcess(100..<200)
      _ = await (one, other)
      for number in 0..<200 { #expect(settings.read("\(number)") == .int(number)) }
    }

    private func writeInAnotherProcess(_ numbers: Range<Int>) async {
      await #expect(processExitsWith: .success) { [path = path as String, numbers = numbers as Range<Int>] in
        let settings = World.Settings.file(at: path)
        for number in numbers {
          settings.write("\(number)", .int(number))
          #expect(settings.read("\(number)") == .int(number))
        }
      }
    }

    @Test func aReadSeesWhatAnotherProcessWrote() async {
      let settings = settings
      settings.write("a", .int(1))
      #expect(settings.read("a") == .int(1))
      await #expect(processExitsWith: .success) { [path = path as String] in
        World.Settings.file(at: path).write("a", .int(2))
      }
      #expect(settings.read("a") == .int(2))
    }
  #endif
}
