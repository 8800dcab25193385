// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// An error thrown when a file can't be written: events of ``Analytics/jsonLines(appendingTo:date:onLoss:)``, or a recording.
  public struct UnwritableFile: LocalizedError, Sendable, Equatable, CustomStringConvertible {
    /// The path, as it was given.
    public var path: String
    /// The system's description of the error, such as `Permission denied`.
    public var reason: String

    /// The path and the reason, in one line.
    public var description: String {
      let isPlain = !path.isEmpty && path.quoted == "\"\(path)\""
      return "\(isPlain ? path : path.quoted) can't be written: \(reason)"
    }

    /// The path and the reason.
    public var errorDescription: String? { description }

    /// How to fix it.
    public var recoverySuggestion: String? {
      "Choose a file in a folder that exists and that you may write to."
    }
  }
}
