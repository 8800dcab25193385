import Foundation
import World
import WorldMocks
import XCTest

@testable import WorldTesting

final class WorldTestCaseTests: WorldTestCase {
  override var world: World {
    var world = World.mock
    world.locale = { Locale(identifier: "fr_FR") }
    return world
  }

  private var localeInSetUp = ""

  override func setUp() {
    localeInSetUp = Current.locale().identifier
  }

  override func tearDown() {
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
  }

  func testTheWorldIsCurrent() {
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    XCTAssertEqual(localeInSetUp, "fr_FR")
    XCTAssertEqual(Current.date(), World.mock.date())
  }

  func testTheWorldIsCurrentAsynchronously() async {
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    await Task.yield()
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    let child = await Task { Current.locale().identifier }.value
    XCTAssertEqual(child, "fr_FR")
  }

  func testItsTasksRunAsSwiftRunsThem() async {
    XCTAssertNil(Scheduler.current)
    let isScheduled = await Task { Scheduler.current != nil }.value
    XCTAssertFalse(isScheduled)
  }

  /// As it is printed where time stands still.
  func testTheWayOutOfTimeThatStandsStill() async throws {
    let slept = Task { try await Current.sleep(.seconds(30)) }
    try await Current.time.waitForSleepers(1)
    await Current.time.advance(by: .seconds(30.0))
    try await slept.value
  }

  @MainActor func testTheWorldIsCurrentOnTheMainActor() async {
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    await Task.yield()
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
  }

  func testEachTestHasAWorldOfItsOwnOne() { expectAndSpoilAFreshWorld() }
  func testEachTestHasAWorldOfItsOwnTwo() { expectAndSpoilAFreshWorld() }

  private func expectAndSpoilAFreshWorld() {
    XCTAssertEqual(Current.uuid().uuidString, "00000000-0000-0000-0000-000000000001")
    XCTAssertNil(Current.settings.read("spoiled"))
    Current.settings.write("spoiled", .bool(true))
    Current.date = { .distantPast }
  }

  #if os(Linux)
    // Elsewhere XCTest expects failures in another way.
    func testLateWorkIsReportedUnderItsTestAndFailsNoOther() {
      var captured: World?
      let early = WorldTestCaseRecorder(name: "early", testClosure: { _ in captured = Current })
      early.run()
      var failures: [String] = []
      let late = standardError {
        failures = XCTestCaseRecorder.failures {
          if let world = captured { withWorld(world) { XCTAssertEqual(Current.date(), World.mock.date()) } }
        }
      }
      check(failures == [], "an innocent test failed: \(failures)")
      check(late.contains("Work that was begun by the test WorldTestCaseRecorder.early"), late)
      check(late.contains("still uses Current after the test ended"), late)
    }

    /// An assertion for a test that ran another one: XCTest has forgotten by then which test is running, so that a failed
    /// `XCTAssert` goes nowhere.
    private func check(_ isTrue: Bool, _ message: String, line: Int = #line) {
      if !isTrue { recordFailure(withDescription: message, inFile: #filePath, atLine: line, expected: true) }
    }

    /// What an operation writes to standard error.
    private func standardError(_ operation: () -> Void) -> String {
      let pipe = Pipe()
      let before = dup(STDERR_FILENO)
      dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
      operation()
      dup2(before, STDERR_FILENO)
      close(before)
      pipe.fileHandleForWriting.closeFile()
      return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    func testAnUnimplementedClosureFailsTheTest() throws {
      let closure: @Sendable () -> Int = unimplemented("Thing.count", placeholder: 1)
      let run = XCTestCaseRecorder.failures { XCTAssertEqual(closure(), 1) }
      check(run.count == 1, "\(run)")
      check(run.first?.contains("Thing.count was called") == true, "\(run)")
    }
  #endif
}

#if os(Linux)
  private final class WorldTestCaseRecorder: WorldTestCase {}

  /// Runs code as a test of its own, and hands back how it failed.
  private final class XCTestCaseRecorder: XCTestCase {
    private var recorded: [String] = []

    static func failures(in body: @escaping () -> Void) -> [String] {
      let test = XCTestCaseRecorder(name: "recorded", testClosure: { _ in body() })
      test.run()
      return test.recorded
    }

    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      recorded.append(description)
    }
  }
#endif
