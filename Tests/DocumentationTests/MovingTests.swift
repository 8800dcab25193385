#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The command that moves tests of XCTest to Swift Testing.
  struct MovingTests {
    private let folder = TemporaryFolder()

    @Test func theCommandMovesAFile() throws {
      let article = "Sources/WorldTesting/WorldTesting.docc/TestingOtherPackages.md"
      let blocks = try Markdown.blocks(
        of: "sh", in: DocumentTests.text(of: article), document: article)
      let command = try #require(blocks.first?.text)
      let tests = folder.url.appending(path: "Tests/ShopTests")
      try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
      let file = tests.appending(path: "CartTests.swift")
      try Data(Self.before.utf8).write(to: file)
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", command]
      process.currentDirectoryURL = folder.url
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      #expect(try String(contentsOf: file, encoding: .utf8) == Self.after)
    }

    private static let before = """
      import XCTest

      final class CartTests: XCTestCase {
        var cart = Cart()
        override func setUp() {
          super.setUp()
          cart = Cart(["a, b", "c"])
        }
        override func tearDown() {
          cart.clear()
          super.tearDown()
        }
        func testTotal() throws {
          XCTAssertEqual(cart.total(of: ["a", "b"], in: (1, 2)), 3, "the total")
          XCTAssertNotEqual(cart.total, 4)
          XCTAssert(cart.isOpen)
          XCTAssertFalse(cart.isEmpty || cart.total == 0)
          XCTAssertNil(cart.error)
          XCTAssertNotNil(cart.first)
          XCTAssertLessThan(cart.total, 9)
          XCTAssertGreaterThanOrEqual(cart.total, 2)
          let item = try XCTUnwrap(cart.first)
          XCTAssertThrowsError(try cart.remove(item))
        }
        func testLater() async throws {
          if cart.isOpen { throw XCTSkip("open") }
          XCTFail("later")
        }
      }

      """

    private static let after = """
      import Foundation
      import Testing
      import WorldTesting

      @Suite(.world(.mock, autoAdvance: true)) final class CartTests {
        var cart = Cart()
        init() {
          cart = Cart(["a, b", "c"])
        }
        deinit {
          cart.clear()
        }
        @Test func testTotal() throws {
          #expect(cart.total(of: ["a", "b"], in: (1, 2)) == 3, "the total")
          #expect(cart.total != 4)
          #expect(cart.isOpen)
          #expect(!(cart.isEmpty || cart.total == 0))
          #expect((cart.error) == nil)
          #expect((cart.first) != nil)
          #expect(cart.total < 9)
          #expect(cart.total >= 2)
          let item = try #require(cart.first)
          #expect(throws: (any Error).self) { try cart.remove(item) }
        }
        @Test func testLater() async throws {
          if cart.isOpen { try Test.cancel("open") }
          Issue.record("later")
        }
      }

      """
  }
#endif
