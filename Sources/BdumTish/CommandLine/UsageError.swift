// SPDX-License-Identifier: MIT

import WorldSimulation

/// An error in the command line. Its description is one line, in which the user's input is quoted.
struct UsageError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }

  /// Creates an error about a text that isn't one of the options. It ends with the nearest option, or with other help.
  init(_ problem: String, _ text: String, _ options: [String], else help: String) {
    let hint = NearestMatch.findNear(text, in: options).map { "did you mean \($0)?" } ?? help
    self.init("\(problem); \(hint)")
  }
}
