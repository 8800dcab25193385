// SPDX-License-Identifier: MIT

import WorldSimulation

/// What is wrong with a command line, in one line. What users typed is quoted in it, so that the line stays one.
struct UsageError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  /// An error about a text that isn't one of the options. It ends with what may have been meant; if nothing is near, with what
  /// else helps.
  init(_ problem: String, _ text: String, _ options: [String], else help: String) {
    let hint = NearestMatch.findNear(text, in: options).map { "did you mean \($0)?" } ?? help
    self.init("\(problem); \(hint)")
  }
}
