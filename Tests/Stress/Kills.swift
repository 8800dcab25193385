import Foundation
import World
import WorldStorage

/// Kills processes that write settings and events to the same files, two at a time, some of them with a disk that is full,
/// and reads what they wrote.
///
///     1000 kills, 31310 settings, 30121 events, 0 wrong
struct Kills {
  let options: Options
  private let tally = Tally()
  private var dice: Dice

  init(options: Options) {
    self.options = options
    dice = Dice(seed: options.seed, part: 98, round: 0)
  }

  /// - Returns: 1 if anything that was written is lost.
  mutating func run() -> Int32 {
    var counts = (kills: 0, settings: 0, events: 0)
    while counts.kills < options.kills {
      // check-world: allow a folder needs a name that no other has
      let folder = FileManager.default.temporaryDirectory.appending(path: "stress-\(UUID())").path
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        World.Settings.file(at: folder + "/settings.json").write("kept", .string(Self.long))
        var written = Set<String>()
        for pair in 0..<min(5, (options.kills - counts.kills + 1) / 2) {
          written.formUnion(try killTwo(in: folder, isFirst: pair == 0))
          counts.kills += 2
        }
        counts.settings += written.count { $0.hasPrefix("setting") }
        counts.events += written.count { $0.hasPrefix("event") }
        try check(written, in: folder)
        try FileManager.default.removeItem(atPath: folder)
      } catch {
        tally.expect(false, "\(error) in \(folder)")
        break
      }
    }
    print("\(counts.kills) kills, \(counts.settings) settings, \(counts.events) events, \(tally.wrong) wrong")
    return tally.isRight ? 0 : 1
  }

  private static let long = String(repeating: "x", count: 2_000)

  /// - Parameter isFirst: Whether one of the processes is to write something, on a machine of any speed.
  /// - Returns: What the processes said that they had written.
  private mutating func killTwo(in folder: String, isFirst: Bool) throws -> Set<String> {
    var children: [(process: Process, output: FileHandle)] = []
    for name in ["a", "b"] {
      let (child, output) = (Process(), Pipe())
      child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL
      // The disk of every second one is full, soon or at once.
      let limit = dice.roll(2) == 0 ? "\(dice.roll(10_000))" : "-1"
      child.arguments = [FileWriter.flag, folder, name, isFirst && children.isEmpty ? "-1" : limit]
      // Of its coverage it would leave a part.
      child.environment = ProcessInfo.processInfo.environment.merging(["LLVM_PROFILE_FILE": "/dev/null"]) {
        $1
      }
      child.standardOutput = output
      child.standardError = FileHandle.nullDevice
      try child.run()
      children.append((child, output.fileHandleForReading))
    }
    var text = ""
    for (index, child) in children.enumerated() {
      // Until it begins, or has written an event.
      var isOver = false
      repeat {
        let said = String(decoding: child.output.availableData, as: UTF8.self)
        text += said
        isOver = said.isEmpty
      } while isFirst && index == 0 && !isOver && !text.contains("event")
      // check-world: allow the moments of the kills are in real time
      Thread.sleep(forTimeInterval: Double(dice.roll(3_000)) / 1_000_000)
      kill(child.process.processIdentifier, SIGKILL)
      text += String(decoding: try child.output.readToEnd() ?? Data(), as: UTF8.self)
      child.process.waitUntilExit()
    }
    return Set(text.split(separator: "\n").map(String.init).filter { $0 != FileWriter.begins })
  }

  /// What an event's line must have.
  private struct Event: Decodable { var name: String }

  private func check(_ written: Set<String>, in folder: String) throws {
    let settings = World.Settings.file(at: folder + "/settings.json")
    tally.expect(
      settings.read("kept") == .string(Self.long), "the setting that was first is lost in \(folder)")
    var found = Set<String>()
    let events = try String(contentsOfFile: folder + "/events.jsonl", encoding: .utf8)
    for line in events.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      tally.expect(!line.isEmpty, "an empty line in \(folder)")
      tally.expect(line.ranges(of: "{").count <= 2, "two events in a line of \(folder): \(line)")
      if let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) {
        found.insert(event.name)
      }
    }
    for text in written {
      if text.hasPrefix("event") {
        tally.expect(found.contains(text), "\(text) is lost in \(folder)")
      } else {
        tally.expect(settings.read(text) == .bool(true), "\(text) is lost in \(folder)")
      }
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("damaged") }
    tally.expect(kept.isEmpty, "the settings were damaged in \(folder)")
  }
}

/// The process that is killed. It prints the name of each setting and event when it is written.
struct FileWriter {
  static let flag = "--write-files"
  static let begins = "begins"

  var folder: String
  var name: String
  /// How long a file may become; negative without a limit.
  var limit: Int

  init?(_ words: [String]) {
    guard words.count == 4, words[0] == Self.flag, let limit = Int(words[3]) else { return nil }
    (folder, name, self.limit) = (words[1], words[2], limit)
  }

  func run() throws -> Never {
    if limit >= 0 {
      signal(SIGXFSZ, SIG_IGN)
      var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
      #else
        setrlimit(RLIMIT_FSIZE, &limits)
      #endif
    }
    let settings = World.Settings.file(at: folder + "/settings.json")
    let losses = Lock(0)
    let events = try World.Analytics.jsonLines(appendingTo: folder + "/events.jsonl", date: { .distantPast })
    { _ in
      losses.withLock { $0 += 1 }
    }
    say(Self.begins)
    var number = 0
    while true {
      number += 1
      // No other process has its number.
      let suffix = "\(name) \(getpid()) \(number)"
      settings.write("setting " + suffix, .bool(true))
      if settings.read("setting " + suffix) != nil { say("setting " + suffix) }
      let lost = losses.withLock { $0 }
      events.track("event " + suffix)
      if losses.withLock({ $0 }) == lost { say("event " + suffix) }
    }
  }

  private func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // The reader is gone, and nobody is going to kill this process.
    if write(STDOUT_FILENO, bytes, bytes.count) != bytes.count { exit(1) }
  }
}
