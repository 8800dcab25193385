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
  /// followed, and on platforms without an API for backtraces. It takes some milliseconds.
  static func find() -> SourceLocation? {
    #if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
      // An exploration has many issues that aren't shown.
      if ExploringTrait.suppressesIssues { return nil }
      // Not on a Dispatch thread: outside of tasks and the main thread, frames may lack frame pointers, and a backtrace
      // may run into unmapped memory.
      guard withUnsafeCurrentTask(body: { $0 != nil }) || Thread.isMainThread else { return nil }
      return callers(limit: 24).lazy.compactMap {
        isOurs(SymbolTable.function(of: $0)) ? nil : location(of: $0)
      }.first
    #else
      return nil
    #endif
  }

  #if compiler(>=6.3) && canImport(Runtime) && os(Linux) && DEBUG
    /// The files of the program. They are captured before the first thread begins: this reads from each file that is mapped, and
    /// ends the process if a thread unmaps one meanwhile. `Backtrace.capture` does the same if it isn't given them.
    private static let images = ImageMap.capture()

    static func load() { _ = images }

    /// Returns the addresses of the calls that led to this function's caller, as deep as a caller of World may be.
    @inline(never)
    private static func callers(limit: Int) -> [CodeAddress] {
      let backtrace = try? Backtrace.capture(limit: limit, offset: 1, top: 0, images: images)
      return (backtrace.map { Array($0.frames) } ?? []).compactMap { frame in
        UInt(frame.adjustedProgramCounter).map { CodeAddress(bits: $0) }
      }
    }

    /// Returns whether a function is in one of World's modules, or has no line, like a thunk.
    private static func isOurs(_ function: String?) -> Bool {
      guard let function else { return false }
      let modules = [
        "$s5World", "$s10WorldMocks", "$s12WorldTesting", "$s15WorldSimulation",
      ]
      return modules.contains { function.hasPrefix($0) }
        || ["TA", "TR"].contains { function.hasSuffix($0) }
    }

    private static func location(of address: CodeAddress) -> SourceLocation? {
      guard let line = SymbolTable.line(of: address, isStart: false), line.path.hasPrefix("/"),
        line.number > 0,
        !isOurs(path: line.path), !line.path.contains("<compiler-generated>")
      else { return nil }
      if line.path.contains("@__swiftmacro_") { return location(ofExpansion: line.path) }
      let fileID = line.path.split(separator: "/").suffix(2).joined(separator: "/")
      return SourceLocation(
        fileID: fileID, filePath: line.path, line: line.number, column: max(line.column, 1))
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
  #else
    static func load() {}
  #endif

  private static func isOurs(path: String) -> Bool {
    path.hasPrefix(sources + "World")
  }

  /// The folder that this library was built from.
  private static let sources = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/"
}
