// SPDX-License-Identifier: MIT

/// Whose day it is.
struct ProgrammerQuestion: Sendable {
  /// The answer of the last time.
  var last: Programmer
  /// Keeps an answer for the next time.
  var remember: @Sendable (Programmer) -> Void
}
