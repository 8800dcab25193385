// SPDX-License-Identifier: MIT

/// The question whose day to tell.
struct ProgrammerQuestion: Sendable {
  /// The last answer.
  var last: Programmer
  /// Stores an answer for the next run.
  var remember: @Sendable (Programmer) -> Void
}
