import Foundation
import Testing
import World

#if canImport(Runtime) && os(Linux)
  import Runtime
#endif

/// The running line of code outside World.
enum CallSite {
  /// The place of the caller; `nil` without debug information, and on platforms without an API for backtraces. It costs
  /// about a millisecond.
  static func find() -> SourceLocation? {
    #if canImport(Runtime) && os(Linux)
      // An exploration has many issues that aren't shown.
      if ExploringTrait.suppressesIssues { return nil }
      // Only so far down the stack as a caller may be, and not on a thread of Dispatch's: below the tasks and the main
      // thread there are frames without frame pointers, from which a backtrace may go on to memory that isn't there.
      guard withUnsafeCurrentTask(body: { $0 != nil }) || Thread.isMainThread,
        let backtrace = try? Backtrace.capture(limit: 24, top: 0)
      else { return nil }
      // One at a time: of two symbolications at once, one may read an image that the other has unmapped.
      return symbolication.withLock { _ in backtrace.symbolicated()?.frames.lazy.compactMap(location).first }
    #else
      return nil
    #endif
  }

  #if canImport(Runtime) && os(Linux)
    private static let symbolication = Lock(())

    private static func location(of frame: SymbolicatedBacktrace.Frame) -> SourceLocation? {
      guard let place = frame.symbol?.sourceLocation, place.path.hasPrefix("/"), place.line > 0,
        !isOurs(place.path), !place.path.contains("<compiler-generated>")
      else { return nil }
      if place.path.contains("@__swiftmacro_") { return location(ofExpansion: place.path) }
      let fileID = place.path.split(separator: "/").suffix(2).joined(separator: "/")
      return SourceLocation(
        fileID: fileID, filePath: place.path, line: place.line, column: max(place.column, 1))
    }

    /// Where a macro, such as `#expect`, stands in the file of the running test. The name of what it expands to says that:
    /// the file without its dot, and line and column, each less one.
    private static func location(ofExpansion path: String) -> SourceLocation? {
      guard let test = Test.current?.sourceLocation, path.contains(test.fileName.filter { $0 != "." }),
        let numbers = path.split(separator: "fMX").last?.split(separator: "_"), numbers.count > 1,
        let line = Int(numbers[0]), let column = Int(numbers[1])
      else { return nil }
      return SourceLocation(
        fileID: test.fileID, filePath: test.filePath, line: line + 1, column: column + 1)
    }
  #endif

  private static func isOurs(_ path: String) -> Bool {
    ["World/", "WorldMocks/", "WorldTesting/"].contains { path.hasPrefix(sources + $0) }
  }

  /// The folder that this library was built from.
  private static let sources = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/"
}
