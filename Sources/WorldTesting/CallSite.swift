// SPDX-License-Identifier: MIT

import Testing
import World

/// Finds the line outside World that called it.
enum CallSite {
  /// Returns the caller's location; `nil` in optimized programs, which are without frames and lines, and on other systems than Linux.
  static func find() -> SourceLocation? {
    #if os(Linux) && DEBUG
      // An exploration has many issues that aren't shown.
      if ExploringTrait.suppressesIssues { return nil }
      return CodeAddress.callers.lazy.compactMap {
        isOurs(SymbolTable.function(of: $0)) ? nil : location(of: $0)
      }.first
    #else
      return nil
    #endif
  }

  #if os(Linux) && DEBUG
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
      // A caller may be a task that goes on there.
      let lines = [false, true].lazy.compactMap { SymbolTable.line(of: address, isStart: $0) }
      // A sanitizer's functions aren't Swift's.
      guard let line = lines.first(where: { $0.path.hasPrefix("/") && $0.number > 0 }),
        line.path.hasSuffix(".swift"),
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
  #endif

  private static func isOurs(path: String) -> Bool {
    path.hasPrefix(sources + "World")
  }

  /// The folder that this library was built from.
  private static let sources = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/"
}
