#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import World

  /// A program that has World and not WorldTesting stands for the tests of a target that doesn't link it: they are in an
  /// executable of such a name.
  struct TestRunnerTests {
    private func run(as name: String, _ arguments: [String] = ["day"]) throws -> ProcessResult {
      let folder = TemporaryFolder()
      let program = folder.file(name)
      try FileManager.default.createSymbolicLink(
        atPath: program, withDestinationPath: builtProgram("bdum-tish").path)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = instrumentationEnvironment
      return try process.result()
    }

    @Test(arguments: ["ShopPackageTests.xctest", "xctest", "swiftpm-testing-helper"])
    func aTestRunnerWithoutWorldTestingSaysSoOnce(name: String) throws {
      let lines = try run(as: name).errors.split(separator: "\n").filter { $0.contains("WorldTesting") }
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("World: This process runs tests without WorldTesting, ") == true)
      #expect(lines.first?.hasSuffix("To fix it: add the product WorldTesting to the test target.") == true)
    }

    @Test(arguments: ["shop", "xctests", "xctest.app"]) func anotherProgramSaysNothing(name: String) throws {
      let errors = try run(as: name).errors
      #expect(!errors.contains("WorldTesting") && !errors.contains("copies of World"))
    }

    /// This process has WorldTesting.
    @Test func aTestRunnerWithWorldTestingSaysNothing() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        _ = Current
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(!errors.contains("WorldTesting"))
    }
  }
#endif
