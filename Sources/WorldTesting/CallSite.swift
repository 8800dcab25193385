// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World

#if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
  import Runtime
#endif

/// The running line of code outside World.
enum CallSite {
  /// The place of the caller; `nil` without debug information, in optimized programs, whose frames can't all be followed,
  /// and on platforms without an API for backtraces. It costs some hundredths of a second.
  static func find() -> SourceLocation? {
    #if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
      // An exploration has many issues that aren't shown.
      if ExploringTrait.suppressesIssues { return nil }
      // Not on a thread of Dispatch's: below the tasks and the main thread there are frames without frame pointers, from
      // which a backtrace may go on to memory that isn't there.
      guard withUnsafeCurrentTask(body: { $0 != nil }) || Thread.isMainThread else { return nil }
      // To find the line of a frame takes long: for each, all lines of the program are gone through. So first the names.
      return SymbolTable.symbolicating {
        for (index, frame) in frames(limit: 24, options: []).enumerated() where !isOurs(frame.symbol) {
          // The last of two says that there are more.
          if let place = frames(limit: 2, offset: index).lazy.compactMap(location).first { return place }
        }
        return nil
      }
    #else
      return nil
    #endif
  }

  #if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
    /// The frames from the caller of this function on, only so far down as a caller of World may be.
    @inline(never)
    private static func frames(
      limit: Int, offset: Int = 0, options: Backtrace.SymbolicationOptions = .default
    ) -> [SymbolicatedBacktrace.Frame] {
      let images = SymbolTable.images
      let backtrace = try? Backtrace.capture(limit: limit, offset: offset + 1, top: 0, images: images)
      return backtrace?.symbolicated(with: images, options: options)?.frames ?? []
    }

    /// Whether a function is one of World's modules, or of no line, as thunks are.
    private static func isOurs(_ symbol: SymbolicatedBacktrace.Symbol?) -> Bool {
      guard let name = symbol?.rawName else { return false }
      let modules = [
        "$s5World", "$s10WorldMocks", "$s12WorldTesting", "$s15WorldSimulation",
      ]
      return modules.contains { name.hasPrefix($0) }
        || ["TA", "TR"].contains { name.hasSuffix($0) }
    }

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
    path.hasPrefix(sources + "World")
  }

  /// The folder that this library was built from.
  private static let sources = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/"
}
