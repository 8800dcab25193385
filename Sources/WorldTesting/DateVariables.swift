// SPDX-License-Identifier: MIT

import Foundation
import World

/// The global and static variables that a test initialized with `Date()`, which keep that test's date in all other tests.
enum DateVariables {
  private static let found = Lock<[String: String]>([:])

  /// Returns what is said of those variables whose names are in the text of an issue.
  static func comments(on issue: String) -> [String] {
    let words = Set(issue.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    return found.withLock { $0 }.filter { words.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Notes the variable that the calling function initializes, if it does that.
  fileprivate static func note(_ caller: CodeAddress, in scheduler: Scheduler) {
    // The mangled name of a function that initializes a variable once.
    guard let name = SymbolTable.function(of: caller), name.hasSuffix("WZ"),
      let words = SymbolTable.demangled(name), let variable = words.split(separator: " ").last
    else { return }
    let test = scheduler.testRun.withLock { $0?.description } ?? "a test"
    let date = scheduler.system.date.map { ", \($0.ISO8601Format())" } ?? ""
    let text =
      "`\(variable)` was initialized with Date() in \(test), and keeps that test's date\(date), in all tests. Make it a computed property, or read Current.date() where it is used."
    if found.withLock({ $0.updateValue(text, forKey: String(variable)) }) == nil {
      writeLineToStandardError("World: \(text)")
    }
  }
}

/// Notes a place at which a step asks for the date.
@_cdecl("world_testing_note_date")
func noteDate(_ caller: UInt) {
  if let scheduler = Scheduler.current { DateVariables.note(CodeAddress(return: caller), in: scheduler) }
}
