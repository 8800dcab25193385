#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import World

  /// A process may have several copies of World: an app and a plug-in that both link it statically.
  @Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  struct OtherCopyTests {
    /// In a process of its own, which has World, and loads two libraries that have it, too. That the only copy isn't reported, many
    /// tests notice that look at all of what a program prints.
    @Test func eachOtherCopyIsReportedAtItsFirstUse() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let folder = TemporaryFolder()
        try Self.buildLibrary(at: folder.file("First.so"))
        try FileManager.default.copyItem(atPath: folder.file("First.so"), toPath: folder.file("Second.so"))
        for name in ["First.so", "Second.so"] {
          let use = try #require(dlsym(dlopen(folder.file(name), RTLD_NOW), "use_this_copy"))
          for _ in 1...2 { unsafeBitCast(use, to: (@convention(c) () -> Void).self)() }
        }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      let reports = text.split(separator: "\n").filter { $0.contains("copies of World") }
      #expect(reports.count == 2)
      #expect(reports.allSatisfy { $0.hasPrefix("World: This process has two copies of World, ") })
      #expect(
        reports.allSatisfy {
          $0.hasSuffix(" To fix it: link World once, in a dynamic library that both use.")
        })
    }

    /// World's sources and a function that uses them, without what this test is instrumented with.
    private static func buildLibrary(at path: String, file: String = #filePath) throws {
      let package = (0..<3).reduce(URL(fileURLWithPath: file)) { url, _ in url.deletingLastPathComponent() }
      let folder = package.appending(path: "Sources/World").path
      let names = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
      let use = path + ".swift"
      try "@_cdecl(\"use_this_copy\") public func useThisCopy() { _ = Current.date() }".write(
        toFile: use, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments =
        ["swiftc", "-emit-library", "-wmo", "-swift-version", "6", "-parse-as-library", "-o", path]
        + ["-module-name", "World", "-package-name", "World"]
        + ["-module-cache-path", Bundle.main.bundleURL.resolvingSymlinksInPath().path + "/ModuleCache", use]
        + names.filter { $0.hasSuffix(".swift") }.map { folder + "/" + $0 }
      let result = try process.result()
      try #require(result.code == 0, "\(result.errors)")
    }
  }
#endif
