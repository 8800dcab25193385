// SPDX-License-Identifier: MIT

import Foundation

/// Answers calls from a recording. `WorldTesting` implements it, so that programs that record don't link it.
package protocol AnyReplay: AnyObject, Sendable {
  /// Begins a call.
  ///
  /// - Parameters:
  ///   - name: The name of the function, with its service.
  ///   - arguments: The kept arguments; `nil` if arguments aren't matched.
  /// - Returns: The recorded call; `nil` if there is none. Then call the mock's function.
  func begin(_ name: String, _ role: RecordedRole, arguments: [any Encodable]?) -> ReplayedCall?

  /// Waits until the call returned in the recording.
  ///
  /// - Parameter isSleep: Whether the call is a sleep, which ends when its task is cancelled.
  /// - Returns: Whether the task was cancelled first.
  func waitForEnd(of call: ReplayedCall, isSleep: Bool) async -> Bool

  /// Notes that the recording has no result of a call, so that the mock's is used.
  func noteMasked(_ call: ReplayedCall)

  /// Notes that a service isn't recordable, so that its mock is used.
  func noteUnrecorded(_ service: String)

  /// Notes that a call doesn't fit the recording.
  func diverge(at call: ReplayedCall, _ problem: String)
}

/// A call of a recording.
package struct ReplayedCall: Sendable {
  /// The positions of its beginning and its end. `end` is `nil` for a call with one event, or without an end.
  package let begin: Int
  package let end: Int?
  /// The event that has the result, and the date of that event.
  package let event: RecordedEvent<JSON>?
  package let date: Date?

  package init(begin: Int, end: Int?, event: RecordedEvent<JSON>?, date: Date?) {
    (self.begin, self.end, self.event, self.date) = (begin, end, event, date)
  }
}
