// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World

#if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
  import Runtime
#endif

/// Finds the line outside World that called it.
enum CallSite {
  /// Returns the caller's location; `nil` without debug information, in optimized programs, whose frames can't all be
  /// followed, and on platforms without an API for backtraces. It takes some hundredths of a second.
  static func find() -> SourceLocation? {
    #if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
      // An exploration has many issues that aren't shown.
      if ExploringTrait.suppressesIssues { return nil }
      // Not on a Dispatch thread: outside of tasks and the main thread, frames may lack frame pointers, and a backtrace
      // may run into unmapped memory.
      guard withUnsafeCurrentTask(body: { $0 != nil }) || Thread.isMainThread else { return nil }
      // Finding a frame's line is slow, because it searches all lines of the program. So the names come first.
      return SymbolTable.symbolicating {
        for (index, frame) in frames(limit: 24, options: []).enumerated() where !isOurs(frame.symbol) {
          // The last frame only says that there are more, so the limit is two.
          if let place = frames(limit: 2, offset: index).lazy.compactMap(location).first { return place }
        }
        return nil
      }
    #else
      return nil
    #endif
  }

  #if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
    /// Returns the frames from this function's caller on, as deep as a caller of World may be.
    @inline(never)
    private static func frames(
      limit: Int, offset: Int = 0, options: Backtrace.SymbolicationOptions = .default
    ) -> [SymbolicatedBacktrace.Frame] {
      let images = SymbolTable.images
      let backtrace = try? Backtrace.capture(limit: limit, offset: offset + 1, top: 0, images: images)
      return backtrace?.symbolicated(with: images, options: options)?.frames ?? []
    }

    /// Returns whether a function is in one of World's modules, or has no line, like a thunk.
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

    /// Returns the location of a macro, such as `#expect`, in the running test's file. It is part of the expansion's
    /// name: the file without its dot, then line and column, each less one.
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
