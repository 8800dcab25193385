// SPDX-License-Identifier: MIT

import Foundation

/// The tests that match the user's filters.
struct TestList {
  /// Their names, as `swift test list` prints them.
  private(set) var names: [String]

  init(_ output: String, _ options: ExploreOptions) {
    func matches(_ name: String, _ pattern: String) -> Bool {
      name.range(of: pattern, options: .regularExpression) != nil
    }
    names = output.split(whereSeparator: \.isNewline).map(String.init).filter { name in
      // A test outside of a suite has no slash, and an XCTest test has no parentheses.
      (name.contains("/") || name.hasSuffix(")"))
        && (options.filters.isEmpty || options.filters.contains { matches(name, $0) })
        && !options.skips.contains { matches(name, $0) }
    }
  }

  /// Runs a command that lists the tests.
  init(runningAt arguments: [String], _ options: ExploreOptions) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Problem("the tests can't be listed") }
    self.init(text, options)
  }

  /// The number of XCTest tests, whose names have no parentheses.
  var ofXCTest: Int { names.count { !$0.hasSuffix(")") } }

  var explorable: Int { names.count - ofXCTest }
}
