import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@testable import WorldLifetimes
@testable import WorldStorage

@Suite(.world(.mock, inParallel: true))
struct JSONLinesTests {
  typealias Event = World.Analytics.Event

  let folder = TemporaryFolder()

  private func sink(_ name: String = "events.jsonl") throws -> World.Analytics {
    try .jsonLines(appendingTo: folder.file(name), date: Current.date)
  }

  @Test func theErrorOfAFileSaysWhatToDo() throws {
    let error = #expect(throws: World.UnwritableFile.self) { try sink("missing/events.jsonl") }
    #expect(
      error?.localizedDescription.hasSuffix(
        "missing/events.jsonl can't be written: No such file or directory") == true)
    #expect(error?.recoverySuggestion == "Choose a file in a folder that exists and that you may write to.")
  }

  @Test func eachEventIsALineWithTheWorldsTime() throws {
    let sink = try sink()
    sink.track(Event(name: "a", properties: ["z": "1", "b": "/\"\n\u{1F941}"]))
    sink.track(Event(name: "b"))
    #expect(
      try folder.lines(of: "events.jsonl") == [
        #"{"name":"a","properties":{"b":"/\"\n🥁","z":"1"},"time":"2018-08-28T12:27:31.000Z"}"#,
        #"{"name":"b","properties":{},"time":"2018-08-28T12:27:31.000Z"}"#,
      ])
  }

  @Test func numbersAndBooleansAreThoseOfJSON() throws {
    try sink().track(
      Event(
        name: "a",
        properties: [
          "b": true, "d": 0.5, "i": 3, "n": .double(.nan), "s": "3", "u": .double(.infinity),
          "v": .double(-.infinity),
        ]))
    #expect(
      try folder.lines(of: "events.jsonl").first?.hasPrefix(
        #"{"name":"a","properties":{"b":true,"d":0.5,"i":3,"n":"nan","s":"3","u":"inf","v":"-inf"},"#) == true
    )
  }

  @Test func theTimeIsThatOfTheTrack() throws {
    let sink = try World.Analytics.jsonLines(appendingTo: folder.file("t"), date: { Current.date() })
    Current.date = { Date(timeIntervalSince1970: 0.25) }
    sink.track(Event(name: "then"))
    #expect(try folder.lines(of: "t").first?.contains("1970-01-01T00:00:00.250Z") == true)
  }

  @Test(arguments: ["23:59:59.002", "23:59:59.999", "00:00:00.001", "12:30:00.500", "00:00:00.000"])
  func millisecondsAreExact(time: String) throws {
    let date = try Date(
      "2024-02-29T\(time)Z", strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let sink = try World.Analytics.jsonLines(appendingTo: folder.file("t"), date: { date })
    sink.track(Event(name: "now"))
    #expect(try folder.lines(of: "t").first?.contains("2024-02-29T\(time)Z") == true)
  }

  @Test(arguments: [(0.9996, "01.000"), (0.9994, "00.999")])
  func theTimeIsThatOfTheNearestMillisecond(seconds: Double, time: String) throws {
    let date = { @Sendable in Date(timeIntervalSince1970: seconds) }
    try World.Analytics.jsonLines(appendingTo: folder.file("t"), date: date).track("now")
    #expect(try folder.lines(of: "t").first?.contains("1970-01-01T00:00:\(time)Z") == true)
  }

  @Test func anExistingFileIsAppendedTo() throws {
    try sink().track(Event(name: "a"))
    try sink().track(Event(name: "b"))
    #expect(try folder.lines(of: "events.jsonl").count == 2)
  }

  /// As those who rotate logs expect: a file is renamed, and deleted later.
  @Test(arguments: [false, true]) func aFileThatWasRenamedOrDeletedIsOpenedAgain(isDeleted: Bool) throws {
    let sink = try sink()
    sink.track("a")
    try FileManager.default.moveItem(atPath: folder.file("events.jsonl"), toPath: folder.file("old"))
    if isDeleted { try FileManager.default.removeItem(atPath: folder.file("old")) }
    sink.track("b")
    sink.track("c")
    #expect(try folder.lines(of: "events.jsonl").map { $0.prefix(11) } == [#"{"name":"b""#, #"{"name":"c""#])
    if !isDeleted { #expect(try folder.lines(of: "old").map { $0.prefix(11) } == [#"{"name":"a""#]) }
  }

  @Test func aFileThatAnotherMadeAtThePathIsAppendedTo() throws {
    let sinks = [try sink(), try sink()]
    for sink in sinks { sink.track("a") }
    try FileManager.default.moveItem(atPath: folder.file("events.jsonl"), toPath: folder.file("old"))
    for sink in sinks { sink.track("b") }
    #expect(try folder.lines(of: "events.jsonl").count == 2)
    #expect(try folder.lines(of: "old").count == 2)
  }

  @Test func aFileWhoseFolderIsGoneIsALoss() throws {
    let losses = Locked<[String]>([])
    try FileManager.default.createDirectory(atPath: folder.file("logs"), withIntermediateDirectories: true)
    let sink = try World.Analytics.jsonLines(
      appendingTo: folder.file("logs/events.jsonl"),
      onLoss: { loss in losses.withLock { $0.append(loss.reason) } })
    sink.track("a")
    try FileManager.default.removeItem(atPath: folder.file("logs"))
    sink.track("b")
    #expect(losses.value == ["No such file or directory"])
    try FileManager.default.createDirectory(atPath: folder.file("logs"), withIntermediateDirectories: true)
    sink.track("c")
    #expect(losses.value.count == 1)
    #expect(try folder.lines(of: "logs/events.jsonl").count == 1)
  }

  @Test func withoutADateTheTimeIsThatOfTheCurrentWorld() throws {
    let sink = try World.Analytics.jsonLines(appendingTo: folder.file("t"))
    Current.date = { Date(timeIntervalSince1970: 0.25) }
    sink.track(Event(name: "then"))
    #expect(try folder.lines(of: "t").first?.contains("1970-01-01T00:00:00.250Z") == true)
  }

  @Test func aPartialLastLineStaysAloneOnItsLine() throws {
    try Data(#"{"name":"partial","prop"#.utf8).write(to: URL(fileURLWithPath: folder.file("events.jsonl")))
    try sink().track(Event(name: "next"))
    let lines = try folder.lines(of: "events.jsonl")
    #expect(lines.first == #"{"name":"partial","prop"#)
    #expect(lines.count == 2)
    #expect(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) is [String: Any])
  }

  /// The partial line of a process that was killed, or of another sink whose disk was full.
  private func leavePartialLine() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("events.jsonl")))
    try file.seekToEnd()
    try file.write(contentsOf: Data(#"{"name":"partial","prop"#.utf8))
    try file.close()
  }

  @Test func aPartialLineThatAnotherLeftSinceTheFileWasOpenedStaysAlone() throws {
    let sinks = [try sink(), try sink()]
    sinks[0].track("a")
    try leavePartialLine()
    sinks[1].track("b")
    sinks[0].track("c")
    try leavePartialLine()
    sinks[0].track("d")
    #expect(
      try folder.lines(of: "events.jsonl").map { $0.prefix(23) } == [
        #"{"name":"a","properties"#, #"{"name":"partial","prop"#, #"{"name":"b","properties"#,
        #"{"name":"c","properties"#, #"{"name":"partial","prop"#, #"{"name":"d","properties"#,
      ])
  }

  @Test func aFileThatIsWholeAgainGetsNoEmptyLine() throws {
    try Data("partial".utf8).write(to: URL(fileURLWithPath: folder.file("events.jsonl")))
    let sinks = [try sink(), try sink()]
    sinks[0].track("a")
    sinks[1].track("b")
    #expect(try folder.lines(of: "events.jsonl").map(\.isEmpty) == [false, false, false])
  }

  @Test(arguments: [
    ("", #""""#), ("no/such\nfolder", #""no/such\nfolder""#), ("no/such/folder", "no/such/folder"),
  ])
  func anUnwritableFileIsNamedInOneLine(path: String, name: String) {
    let error = #expect(throws: World.UnwritableFile.self) {
      try World.Analytics.jsonLines(appendingTo: path, date: Current.date)
    }
    #expect(error?.description == "\(name) can't be written: No such file or directory")
  }

  @Test func concurrentTracksOfTwoSinksNeverInterleave() async throws {
    let sinks = [try sink(), try sink()]
    let long = String(repeating: "x", count: 10_000)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          sinks[number % 2].track(Event(name: "\(number)", properties: ["long": .string(long)]))
        }
      }
    }
    let names = try folder.lines(of: "events.jsonl").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["name"] as? String
    }
    #expect(Set(names) == Set((0..<200).map { "\($0)" }))
    #expect(names.count == 200)
  }

  @Test(arguments: ["", "no/such/folder/events.jsonl", "."])
  func anUnwritablePathIsAnErrorWhenTheSinkIsMade(name: String) throws {
    let path = name.isEmpty ? "" : folder.file(name)
    let error = #expect(throws: World.UnwritableFile.self) {
      try World.Analytics.jsonLines(appendingTo: path, date: Current.date)
    }
    #expect(error?.path == path)
    #expect(error?.reason.isEmpty == false)
  }

  #if os(Linux)
    @Test func aWriteThatFailsIsReported() throws {
      let sink = try World.Analytics.jsonLines(appendingTo: "/dev/full", date: Current.date)
      let issues = reports { sink.track(Event(name: "lost-4711", properties: ["token": "secret-4711"])) }
      #expect(issues.isOne(saying: "could not be appended to /dev/full: No space left"))
      #expect(!issues.contains { $0.description.contains("4711") })
    }
  #endif

  /// What a system call returned, and the error number that it left.
  private typealias Return = (count: Int, error: Int32)

  /// Writes by system calls that return what is given, and shows what each was given.
  private func write(
    _ text: String, returning returns: [Return]
  ) -> (failure: (error: SystemError, written: Int)?, texts: [String]) {
    var returns = returns[...]
    var texts: [String] = []
    let failure = writeAll(Array(text.utf8), to: 1) { _, start, count in
      texts.append(String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self))
      guard let next = returns.popFirst() else { return count }
      errno = next.error
      return next.count
    }
    return (failure, texts)
  }

  @Test func aWriteThatIsInterruptedOrPartialGoesOn() {
    let (failure, texts) = write("abcdef", returning: [(-1, EINTR), (2, 0), (-1, EINTR), (3, 0)])
    #expect(failure == nil)
    #expect(texts == ["abcdef", "abcdef", "cdef", "cdef", "f"])
  }

  @Test func aWriteThatFailsSaysHowMuchIsWritten() {
    let (failure, texts) = write("abcdef", returning: [(4, 0), (-1, ENOSPC)])
    #expect(failure?.error.number == ENOSPC)
    #expect(failure?.written == 4)
    #expect(texts == ["abcdef", "ef"])
  }

  #if os(Linux)
    @Test func aFileThatMayBeWrittenAndNotReadIsAppendedTo() async throws {
      let path = folder.file("blind")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      try Data().write(to: URL(fileURLWithPath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o222], ofItemAtPath: path)
      await #expect(processExitsWith: .success) { [path = path as String] in
        // The superuser may read everything.
        let user = geteuid()
        if user == 0 { try #require(seteuid(65_534) == 0) }
        defer { seteuid(user) }
        try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast }).track("written")
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      #expect(try folder.lines(of: "blind").count == 1)
    }

    @Test func theFileIsOpenForAppendingAndNotInheritedByChildren() throws {
      let path = folder.file("events.jsonl")
      let sink = try sink()
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      let descriptor = try #require(descriptors.first.flatMap { Int32($0) })
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      // Programs that don't lock the file may append to it, too.
      #expect(fcntl(descriptor, F_GETFL) & O_APPEND != 0)
      withExtendedLifetime(sink) {}
    }

    /// The sink can't ask a file that it may not read what its last byte is.
    @Test(arguments: [0o666, 0o222])
    func anEventAfterAPartialWriteThatFailedBeginsALine(permissions: Int) async throws {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
      try Data().write(to: URL(fileURLWithPath: folder.file("full")))
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: folder.file("full"))
      await #expect(processExitsWith: .success) { [path = folder.file("full") as String] in
        // The superuser may read everything.
        let user = geteuid()
        if user == 0 { try #require(seteuid(65_534) == 0) }
        defer { seteuid(user) }
        signal(SIGXFSZ, SIG_IGN)
        let losses = Lock(0)
        let sink = try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast }) { _ in
          losses.withLock { $0 += 1 }
        }
        sink.track("one")
        // The file may grow by 10 bytes only, so that the next line is cut off.
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        let unlimited = limit
        var status = stat()
        try #require(stat(path, &status) == 0)
        limit.rlim_cur = rlim_t(status.st_size + 10)
        setrlimit(resource, &limit)
        sink.track("two")
        // Of this one nothing is written, and the partial line stays.
        sink.track("lost")
        limit = unlimited
        setrlimit(resource, &limit)
        sink.track("three")
        #expect(losses.withLock { $0 } == 2)
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("full"))
      let lines = try folder.lines(of: "full")
      #expect(lines.count == 3)
      #expect(lines.dropFirst().first?.count == 10)
      #expect(lines.last?.hasPrefix(#"{"name":"three","#) == true)
    }

    @Test func anEventAfterTheFailureOfAnotherSinkBeginsALine() async throws {
      await #expect(processExitsWith: .success) { [path = folder.file("full") as String] in
        signal(SIGXFSZ, SIG_IGN)
        let losses = Lock(0)
        let lossy = try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast }) { _ in
          losses.withLock { $0 += 1 }
        }
        let other = try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast })
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        let unlimited = limit
        limit.rlim_cur = 10
        setrlimit(resource, &limit)
        lossy.track("lost")
        limit = unlimited
        setrlimit(resource, &limit)
        other.track("other")
        lossy.track("last")
        #expect(losses.withLock { $0 } == 1)
      }
      let lines = try folder.lines(of: "full")
      #expect(lines.map { $0.prefix(15) } == [#"{"name":"l"#, #"{"name":"other""#, #"{"name":"last","#])
    }

    /// Whether another sink, such as one in another process, would have to wait.
    private static func isLocked(_ path: String) -> Bool {
      let descriptor = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(descriptor) }
      return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }

    @Test func aFileIsUnlockedAfterAnEvent() throws {
      let sink = try sink()
      sink.track("a")
      #expect(!Self.isLocked(folder.file("events.jsonl")))
      withExtendedLifetime(sink) {}
    }

    @Test func aRelativePathIsThatOfTheFolderInWhichTheSinkWasMade() async throws {
      await #expect(processExitsWith: .success) { [folder = folder.file("process") as String] in
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/other", withIntermediateDirectories: true)
        #expect(files.changeCurrentDirectoryPath(folder))
        let sink = try World.Analytics.jsonLines(appendingTo: "events.jsonl", date: { .distantPast })
        #expect(files.changeCurrentDirectoryPath(folder + "/other"))
        sink.track("a")
        #expect(try files.contentsOfDirectory(atPath: folder + "/other") == [])
        #expect(try String(contentsOfFile: folder + "/events.jsonl", encoding: .utf8).contains("\"a\""))
      }
    }

    @Test func aPipeWithoutAReaderIsALoss() async throws {
      await #expect(processExitsWith: .success) { [path = folder.file("pipe") as String] in
        signal(SIGPIPE, SIG_IGN)
        mkfifo(path, 0o600)
        #expect(throws: World.UnwritableFile.self) {
          try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast })
        }
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let losses = Locked<[String]>([])
        let sink = try World.Analytics.jsonLines(
          appendingTo: path, date: { .distantPast },
          onLoss: { loss in losses.withLock { $0.append(loss.reason) } })
        sink.track("read")
        #expect(losses.value == [])
        close(reader)
        sink.track("lost")
        #expect(losses.value == ["Broken pipe"])
      }
    }

    private static let isInterrupted = Flag()
    private static let isTracked = Flag()

    @Test func aPartialWriteIsContinuedWhereItStopped() async throws {
      await #expect(processExitsWith: .success) { [path = folder.file("pipe") as String] in
        // A write to a full pipe that a signal interrupts is partial.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in JSONLinesTests.isInterrupted.set() }
        sigaction(SIGUSR1, &action, nil)
        mkfifo(path, 0o600)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let sink = try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast })
        let name = String(repeating: "0123456789", count: 20_000)
        let writer = Lock<pthread_t?>(nil)
        Thread.detachNewThread {
          // It inherits a mask that blocks all signals.
          var signals = sigset_t()
          sigaddset(&signals, SIGUSR1)
          pthread_sigmask(SIG_UNBLOCK, &signals, nil)
          writer.withLock { $0 = pthread_self() }
          sink.track(name)
          JSONLinesTests.isTracked.set()
        }
        let capacity = fcntl(reader, 1032)  // F_GETPIPE_SZ, which Glibc leaves out
        var filled: Int32 = 0
        while filled < capacity {
          _ = ioctl(reader, UInt(FIONREAD), &filled)
          sched_yield()
        }
        #expect(JSONLinesTests.isLocked(path))
        pthread_kill(try #require(writer.withLock { $0 }), SIGUSR1)
        while !JSONLinesTests.isInterrupted.isSet { sched_yield() }
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
          let isTracked = JSONLinesTests.isTracked.isSet
          let count = read(reader, &buffer, buffer.count)
          if count > 0 { line += buffer[..<count] } else if isTracked { break }
        }
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        #expect(object?["name"] as? String == name)
      }
    }
  #endif

  #if os(Linux) || os(macOS)
    @Test func aCrashLosesNothingThatWasTracked() async throws {
      await #expect(processExitsWith: .failure) { [path = folder.file("crash") as String] in
        let sink = try World.Analytics.jsonLines(appendingTo: path, date: { .distantPast })
        for number in 0..<50 { sink.track(World.Analytics.Event(name: "\(number)")) }
        kill(getpid(), SIGKILL)
      }
      #expect(try folder.lines(of: "crash").count == 50)
    }
  #endif
}
