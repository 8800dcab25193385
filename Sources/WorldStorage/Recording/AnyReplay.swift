// SPDX-License-Identifier: MIT

import Foundation

/// Answers calls from a recording. `WorldTesting` has one, so that a program which records links none.
package protocol AnyReplay: AnyObject, Sendable {
  /// Begins a call.
  ///
  /// - Parameters:
  ///   - name: The function's, with its service.
  ///   - arguments: What is kept of the arguments; `nil` if they aren't matched.
  /// - Returns: The recorded call; `nil` if there is none, and the mock's function is to be called.
  func begin(_ name: String, _ role: RecordedRole, arguments: [any Encodable]?) -> ReplayedCall?

  /// Waits until the call returned in the recording.
  ///
  /// - Parameter isSleep: Whether it ends when its task is cancelled.
  /// - Returns: Whether the task was cancelled before.
  func waitForEnd(of call: ReplayedCall, isSleep: Bool) async -> Bool

  /// Notes that the result of a call wasn't kept, and is the mock's.
  func noteMasked(_ call: ReplayedCall)

  /// Notes that a service isn't recordable, so that it is the mock.
  func noteUnrecorded(_ service: String)

  /// Notes that the recording doesn't fit.
  func diverge(at call: ReplayedCall, _ problem: String)
}

/// A call of a recording.
package struct ReplayedCall: Sendable {
  /// The place of its only event, or of its beginning and its end.
  package let begin: Int
  package let end: Int?
  /// The event that has its result, and its date.
  package let event: RecordedEvent<JSON>?
  package let date: Date?

  package init(begin: Int, end: Int?, event: RecordedEvent<JSON>?, date: Date?) {
    (self.begin, self.end, self.event, self.date) = (begin, end, event, date)
  }
}
