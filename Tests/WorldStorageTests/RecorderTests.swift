import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@testable import WorldStorage

/// What a live program reads is written to a file.
@Suite(.world(.mock)) struct RecorderTests {
  private let temporaryFolder = TemporaryFolder()

  // MARK: Events

  @Test func aFileHasAHeadAndALineForEachEvent() async throws {
    let recorder = World.Recorder(of: "order", by: "Shop 4.2.1", keepingSettings: .all, keepingEvents: .all)
    try await withWorld(Current.recorded(by: recorder)) {
      _ = Current.date()
      _ = Current.uuid()
      Current.settings.write("theme", .string("dark"))
      _ = Current.settings.read("theme")
      _ = Current.settings.read("nothing")
      Current.analytics.track("paid", ["cents": 100])
      _ = try await Current.shop.charge(100, "EUR")
      await #expect(throws: Declined(cents: 9_000)) { try await Current.shop.charge(9_000, "EUR") }
      Current.shop.log("done")
    }
    #expect(
      recorder.texts == [
        #"{"locale":"en_GB","lost":0,"name":"order","program":"Shop 4.2.1","recording":1,"start":"2018-08-28T12:27:31Z","swift":"\#(swift)","timezone":"Europe/London"}"#,
        #"{"at":0,"call":"date","event":1,"task":1}"#,
        #"{"at":0,"call":"uuid","event":2,"result":"00000000-0000-0000-0000-000000000001","task":1}"#,
        #"{"arguments":[["theme",{"string":"dark"}]],"at":0,"call":"settings.write","event":3,"task":1}"#,
        #"{"arguments":["theme"],"at":0,"call":"settings.read","event":4,"result":{"string":"dark"},"task":1}"#,
        #"{"arguments":["nothing"],"at":0,"call":"settings.read","event":5,"result":null,"task":1}"#,
        #"{"arguments":[{"name":"paid","properties":{"cents":100}}],"at":0,"call":"analytics.track","event":6,"task":1}"#,
        #"{"arguments":[100,"EUR"],"at":0,"begin":"Shop.charge","event":7,"task":1}"#,
        #"{"at":0,"end":7,"event":8,"result":{"cents":100},"task":1}"#,
        #"{"arguments":[9000,"EUR"],"at":0,"begin":"Shop.charge","event":9,"task":1}"#,
        #"{"at":0,"end":9,"error":{"text":"Declined(cents: 9000)","type":"WorldStorageTests.Declined","value":{"cents":9000}},"event":10,"task":1}"#,
        #"{"arguments":["done"],"at":0,"call":"Shop.log","event":11,"task":1}"#,
      ])
  }

  private var swift: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #else
      "6.1"
    #endif
  }

  @Test func zonesAndLanguagesAreRecordedAndACalendarThatIsSet() {
    let recorder = recorder()
    withWorld(Current.recorded(by: recorder)) { _ = Current.calendar() }
    #expect(recorder.calls == ["locale", "timezone"])
    withWorld {
      $0.calendar = { Calendar(identifier: .hebrew) }
      $0 = $0.recorded(by: recorder)
    } operation: {
      _ = Current.calendar()
    }
    #expect(recorder.calls == ["locale", "timezone", "calendar"])
  }

  @Test func sleepsAndRandomNumbersAreRecorded() async throws {
    let recorder = recorder()
    let number = await withWorld(Current.recorded(by: recorder)) {
      async let _: Void = Current.sleep(.milliseconds(1_500))
      await Current.time.advance(by: .seconds(2))
      _ = Current.clock.now
      return Current.random.next()
    }
    #expect(
      recorder.texts.dropFirst() == [
        #"{"arguments":[1.5],"at":0,"begin":"sleep","event":1,"task":2}"#,
        #"{"at":1.5,"end":1,"event":2,"task":2}"#,
        #"{"at":2,"call":"clock","event":3,"task":1}"#,
        #"{"call":"random","event":4,"result":\#(number),"task":1}"#,
      ])
  }

  @Test func insideOfARecordedCallNothingIsRecorded() async throws {
    let recorder = recorder()
    try await withWorld {
      $0.shop.charge = { cents, _ in
        _ = Current.date()
        async let number = Current.random.next()
        Current.shop.log("\(await number)")
        return Receipt(cents: cents)
      }
      $0 = $0.recorded(by: recorder)
    } operation: {
      _ = try await Current.shop.charge(1, "EUR")
      _ = Current.uuid()
    }
    #expect(recorder.calls == ["Shop.charge", "uuid"])
  }

  @Test func aServiceIsRecordedWhereverItComesFrom() {
    for isAssigned in [false, true] {
      let recorder = recorder()
      withWorld {
        if isAssigned { $0.shop = .mock }
        $0 = $0.recorded(by: recorder)
      } operation: {
        Current.shop.log("a")
        // An inner scope has the same mock.
        withWorld {
          $0.locale = { Locale(identifier: "fr_FR") }
        } operation: {
          Current.shop.log("b")
        }
      }
      #expect(recorder.calls == ["Shop.log", "Shop.log"])
    }
  }

  @Test func aLiveServiceIsRecordedInItsScopeAlone() {
    let recorder = recorder()
    withWorld(.live) {
      withWorld(Current.recorded(by: recorder)) { Current.till.open() }
      Current.till.open()
    }
    #expect(recorder.calls == ["Till.open"])
  }

  @Test func recordingAssignsNothing() {
    let explanation = Current.explain().description
    withWorld(Current.recorded(by: recorder())) {
      #expect(Current.explain().description == explanation)
    }
    var world = Current
    #expect(world.update { $0 = $0.recorded(by: recorder()) }.isEmpty)
  }

  @Test func aTaskIsKnownByItsNumberAndNotByItsAddress() async {
    let recorder = World.Recorder(
      of: "tasks", by: "1", keepingSettings: .all, keepingEvents: .all, limit: 20_000)
    await withWorld(Current.recorded(by: recorder)) {
      for _ in 0..<10_000 { await Task { _ = Current.uuid() }.value }
    }
    let tasks = Set(recorder.lines.compactMap { $0["task"] as? Int })
    #expect(tasks.count == 10_000)
  }

  @Test(.world(.mock, inParallel: true)) func twoRecordingsAtOnceAreNeverMixed() async {
    let (first, second) = (recorder(), recorder())
    await withTaskGroup(of: Void.self) { group in
      for (recorder, currency) in [(first, "EUR"), (second, "GBP"), (first, "EUR"), (second, "GBP")] {
        group.addTask {
          await withWorld(Current.recorded(by: recorder)) {
            for cents in 0..<200 { _ = try? await Current.shop.charge(cents, currency) }
          }
        }
      }
    }
    for (recorder, currency) in [(first, "EUR"), (second, "GBP")] {
      let begins = recorder.lines.filter { $0["begin"] != nil }
      #expect(begins.count == 400)
      #expect(begins.allSatisfy { ($0["arguments"] as? [Any])?.last as? String == currency })
      let ends = recorder.lines.compactMap { $0["end"] as? Int }
      #expect(Set(ends) == Set(begins.compactMap { $0["event"] as? Int }))
    }
  }

  @Test func recordersNest() {
    let (outer, inner) = (recorder(), recorder())
    withWorld(Current.recorded(by: outer)) {
      withWorld(Current.recorded(by: inner)) {
        Current.shop.log("a")
        _ = Current.date()
      }
      _ = Current.uuid()
    }
    #expect(inner.calls == ["Shop.log", "date"])
    #expect(outer.calls == ["Shop.log", "date", "uuid"])
  }

  @Test func inputsAreInEachRecording() throws {
    let (outer, inner) = (recorder(), recorder())
    let input = try withWorld(Current.recorded(by: outer)) {
      try withWorld(Current.recorded(by: inner)) { try Current.input("a", keeping: .all) { 3 } }
    }
    #expect(input == 3 && inner.calls == ["input.a"] && outer.calls == ["input.a"])
  }

  @Test func asynchronousInputsAreInEachRecording() async throws {
    let (outer, inner) = (recorder(), recorder())
    let world = World.mock.recorded(by: outer).recorded(by: inner)
    let input = try await world.input("a", keeping: .all) {
      await Task.yield()
      return 3
    }
    #expect(input == 3 && inner.calls == ["input.a"] && outer.calls == ["input.a"])
    await #expect(throws: CancellationError.self) {
      try await world.input("b", keeping: .all) { () async throws -> Int in throw CancellationError() }
    }
    #expect(outer.calls == ["input.a", "input.b"])
  }

  @Test func aRecordingIsReleasedWithItsRecorder() async throws {
    final class Value: Sendable {}
    weak var released: Value?
    do {
      let recorder = recorder()
      let value = Value()
      released = value
      let keep = recorder("keep", keeping: .all) { (_: Value) in }
      keep(value)
      try await withWorld(Current.recorded(by: recorder)) {
        _ = try await Current.shop.charge(1, "EUR")
        Current.shop.log("a")
      }
      #expect(recorder.calls.count == 3)
    }
    #expect(released == nil)
  }

  @Test func whatIsNotKeptIsReleasedAtOnce() {
    final class Value: Sendable {}
    let recorder = recorder()
    let keep = recorder("keep", keeping: .nothing) { (_: Value) in Value() }
    weak var given: Value?
    weak var made: Value?
    do {
      let value = Value()
      given = value
      made = keep(value)
    }
    #expect(given == nil && made == nil && recorder.calls == ["keep"])
  }

  @Test func aRecorderThatIsUsedTwiceRecordsOnce() {
    let recorder = recorder()
    withWorld(Current.recorded(by: recorder).recorded(by: recorder)) {
      _ = Current.date()
      _ = Current.random { $0.next() }
      Current.shop.log("a")
    }
    #expect(recorder.calls == ["date", "random", "Shop.log"])
  }

  @Test func aThreadIsAsATask() async {
    let recorder = recorder()
    let world = Current.recorded(by: recorder)
    await withCheckedContinuation { continuation in
      Thread {
        withWorld(world) { _ = Current.uuid() }
        continuation.resume()
      }.start()
    }
    withWorld(world) { _ = Current.uuid() }
    // Tasks have the order in which they were created, and threads follow.
    #expect(recorder.lines.compactMap { $0["task"] as? Int } == [2, 1])
  }

  // MARK: The last events

  @Test func theLastEventsAreKept() {
    let recorder = World.Recorder(of: "last", by: "1", keepingSettings: .all, keepingEvents: .all, limit: 3)
    withWorld(Current.recorded(by: recorder)) { for index in 0..<10 { Current.shop.log("\(index)") } }
    #expect(recorder.lines[0]["lost"] as? Int == 7)
    #expect(recorder.lines.dropFirst().map { ($0["arguments"] as? [String])?.first } == ["7", "8", "9"])
    #expect(recorder.lines.dropFirst().map { $0["event"] as? Int } == [8, 9, 10])
  }

  @Test func aFileIsNoLargerThanItsLimit() {
    let recorder = World.Recorder(
      of: "last", by: "1", keepingSettings: .all, keepingEvents: .all, size: 1_000)
    withWorld(Current.recorded(by: recorder)) {
      for index in 0..<100 { Current.shop.log(String(repeating: "\(index % 10)", count: 100)) }
    }
    let (size, lost) = (recorder.file().count, recorder.lines[0]["lost"] as? Int)
    #expect(size < 1_000 + recorder.texts[0].utf8.count + 1)
    #expect(lost == 100 - (recorder.lines.count - 1) && recorder.lines.count > 3)
  }

  @Test func whatIsLostIsReleasedWithoutALock() {
    /// Uses the recorder when it is released.
    final class Value: Sendable {
      let recorder: World.Recorder
      init(_ recorder: World.Recorder) { self.recorder = recorder }
      deinit { _ = recorder.file() }
    }
    let recorder = World.Recorder(of: "last", by: "1", keepingSettings: .all, keepingEvents: .all, limit: 1)
    let keep = recorder("keep", keeping: .all) { (_: Value) in }
    for _ in 0..<3 { keep(Value(recorder)) }
    #expect(recorder.calls == ["keep"])
  }

  // MARK: What is kept

  @Test func nothingIsKeptThatIsNotNamed() async {
    let recorder = World.Recorder(of: "secrets", by: "1", keepingSettings: .nothing, keepingEvents: .nothing)
    let secret = "s3cret-4711-0815-2342"
    struct Leak: Error, Codable { var secret: String }
    let some = recorder(
      "some",
      keeping: .redacted(arguments: { (card: String, cents: Int) in cents }, result: { _ in "changed" })
    ) { (card: String, _: Int) -> String in card }
    let card = recorder("card", keeping: .redacted(arguments: { (_: String) in 1 })) { (card: String) in card
    }
    let sign = recorder("sign", keeping: .nothing) { (word: String) async throws -> String in
      throw Leak(secret: word)
    }
    await withWorld(Current.recorded(by: recorder)) {
      Current.settings.write(secret, .string(secret))
      _ = Current.settings.read(secret)
      Current.analytics.track(secret, [secret: "\(secret)"])
      _ = (some(secret, 5), card(secret))
      _ = try? await sign(secret)
      _ = try? Current.input("request", keeping: .nothing) { ["Authorization": secret] }
      _ = try? Current.input("other", keeping: .nothing) { throw Leak(secret: secret) } as String
    }
    let text = recorder.texts.joined(separator: "\n")
    #expect(!text.contains(secret) && !text.contains("s3cret"))
    #expect(text.contains("changed") && text.contains(#""arguments":[5]"#) && text.contains("Leak"))
    #expect(recorder.calls.count == 8)
  }

  @Test func whatCannotBeEncodedIsLeftOut() {
    struct Odd: Codable, Sendable {
      func encode(to encoder: any Encoder) throws { throw CancellationError() }
    }
    let recorder = recorder()
    let odd = recorder("odd", keeping: .all) { (_: Odd) in Odd() }
    let stream = recorder("stream", keeping: .all) { (count: Int) in AsyncStream<Int> { $0.finish() } }
    _ = (odd(Odd()), stream(3))
    #expect(
      recorder.lines.dropFirst().map { $0.keys.sorted() } == [
        ["at", "call", "event", "masked", "task"], ["arguments", "at", "call", "event", "masked", "task"],
      ])
  }

  // MARK: Files

  @Test func aFileIsWrittenWhenTheOperationThrows() async throws {
    let folder = temporaryFolder.path
    let recorder = World.Recorder(
      of: "order", by: "1", writingTo: folder, keepingSettings: .all, keepingEvents: .all)
    #expect(try await recorder.run { try await Current.shop.charge(1, "EUR") }.cents == 1)
    #expect(try files(in: folder).isEmpty)
    await #expect(throws: Declined(cents: 9_000)) {
      try await recorder.run { try await Current.shop.charge(9_000, "EUR") }
    }
    let file = try #require(try files(in: folder).first)
    #expect(file.hasPrefix("order-2018-08-28T122731Z-") && file.hasSuffix(".jsonl"))
    let path = folder + "/" + file
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("threw WorldStorageTests.Declined"))
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(permissions as? Int == 0o600)
  }

  @Test func aFileIsWrittenWhenAnIssueIsReported() async throws {
    let folder = temporaryFolder.path
    let recorder = World.Recorder(
      of: "order", by: "1", writingTo: folder, keepingSettings: .all, keepingEvents: .all)
    await withKnownIssue {
      await withWorld {
        $0.settings = .unassigned
      } operation: {
        await recorder.run { _ = Current.settings.read("theme") }
      }
    }
    #expect(try files(in: folder).count == 1)
  }

  @Test func aFileThatIsThereIsNotOverwritten() throws {
    let folder = temporaryFolder.path
    let recorder = recorder()
    try recorder.write(to: folder + "/a.jsonl")
    let error = #expect(throws: World.UnwritableFile.self) {
      try recorder.write(to: folder + "/a.jsonl")
    }
    #expect(error?.reason == "File exists")
  }

  @Test func aFolderThatIsNotThereIsCreated() async throws {
    let folder = temporaryFolder.path + "/recordings/orders"
    let recorder = World.Recorder(
      of: "order", by: "1", writingTo: folder, keepingSettings: .all, keepingEvents: .all)
    await #expect(throws: Declined.self) { try await recorder.run { throw Declined(cents: 1) } }
    #expect(try files(in: folder).count == 1)
  }

  @Test func aFolderThatCannotBeCreatedIsReported() async throws {
    let file = temporaryFolder.path + "/file"
    try "".write(toFile: file, atomically: true, encoding: .utf8)
    let recorder = World.Recorder(
      of: "order", by: "1", writingTo: file + "/orders", keepingSettings: .all, keepingEvents: .all)
    await withKnownIssue {
      await #expect(throws: Declined.self) { try await recorder.run { throw Declined(cents: 1) } }
    } matching: {
      "\($0)".contains("A recording could not be written") && "\($0)".contains("Not a directory")
    }
  }

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  private func recorder() -> World.Recorder {
    World.Recorder(of: "test", by: "1", keepingSettings: .all, keepingEvents: .all)
  }
}

// MARK: - A program

private struct Receipt: Codable, Sendable, Equatable { var cents: Int }
private struct Declined: Error, Codable, Equatable { var cents: Int }

private struct Shop: World.Recordable {
  var charge: @Sendable (_ cents: Int, _ currency: String) async throws -> Receipt
  var log: @Sendable (String) -> Void

  static var mock: Shop {
    let locale = Current.locale()
    return Shop(
      charge: { cents, _ in if cents > 1_000 { throw Declined(cents: cents) } else { Receipt(cents: cents) }
      },
      log: { _ in _ = locale })
  }

  func recorded(by recorder: World.Recorder) -> Shop {
    Shop(charge: recorder("charge", keeping: .all, charge), log: recorder("log", keeping: .all, log))
  }
}

private struct Till: World.LiveService, World.Recordable {
  var open: @Sendable () -> Void

  static var live: Till { Till {} }
  static var mock: Till { live }
  func recorded(by recorder: World.Recorder) -> Till { Till(open: recorder("open", keeping: .all, open)) }
}

extension World {
  fileprivate var shop: Shop {
    get { self[Shop.self] }
    set { self[Shop.self] = newValue }
  }
  fileprivate var till: Till { self[Till.self] }
}

extension World.Recorder {
  fileprivate var texts: [String] {
    String(decoding: file(), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  fileprivate var lines: [[String: Any]] {
    texts.compactMap { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] }
  }

  /// The functions that were called.
  fileprivate var calls: [String] { lines.compactMap { $0["call"] as? String ?? $0["begin"] as? String } }
}
