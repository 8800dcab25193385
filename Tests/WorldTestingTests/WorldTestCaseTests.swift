import Foundation
import World
import WorldMocks
import WorldTesting
import XCTest

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

  func testTheWorldIsInForce() {
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    XCTAssertEqual(localeInSetUp, "fr_FR")
    XCTAssertEqual(Current.date(), World.mock.date())
  }

  func testTheWorldIsInForceAsynchronously() async {
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    await Task.yield()
    XCTAssertEqual(Current.locale().identifier, "fr_FR")
    let child = await Task { Current.locale().identifier }.value
    XCTAssertEqual(child, "fr_FR")
  }

  @MainActor func testTheWorldIsInForceOnTheMainActor() async {
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
    /// What a test throws after it ran another one, since an assertion would find no running test any more.
    private struct Unexpected: Error {
      var failures: [String]
    }

    func testLateWorkOfAnotherTestDoesNotFailThisOne() throws {
      var captured: World?
      World.mock.run(during: TestOrigin(name: "early", place: "elsewhere")) { captured = Current }
      let world = try XCTUnwrap(captured)
      let failures = XCTestCaseRecorder.failures { withWorld(world) { _ = Current.date() } }
      if !failures.isEmpty { throw Unexpected(failures: failures) }
    }

    func testAnUnimplementedClosureFailsTheTest() throws {
      let closure: @Sendable () -> Int = unimplemented("Thing.count", placeholder: 1)
      let run = XCTestCaseRecorder.failures { XCTAssertEqual(closure(), 1) }
      if run.map({ $0.contains("Thing.count was called") }) != [true] { throw Unexpected(failures: run) }
    }
  #endif
}

#if os(Linux)
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
