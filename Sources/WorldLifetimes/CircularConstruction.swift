// SPDX-License-Identifier: MIT

import Foundation
import World

/// An error thrown when a value is needed to build itself.
///
/// ```swift
/// do {
///   try Current.stores.session()
/// } catch let circle as CircularConstruction {
///   print(circle.path)  // ["Cart", "Prices", "Cart"]
/// }
/// ```
///
/// A closure with a lifetime throws this error instead of waiting forever, whether the cycle is on one thread, across threads or
/// across tasks. A synchronous closure that can't throw ends the process with this error's text. An asynchronous one reports the
/// error and waits.
///
/// To fix it, let one of the values call the other when it is used, not while it is built.
public struct CircularConstruction: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The names along the cycle; the first and last are the same.
  public var path: [String]

  package init(path: [String]) { self.path = path }

  /// The path, and how to fix it.
  public var description: String { "\(summary). To fix it: \(fix)." }

  /// The path.
  public var errorDescription: String? { "\(summary)." }

  /// How to fix it.
  public var recoverySuggestion: String? {
    "Let one of them call the other when it is used, not while it is built."
  }

  private var summary: String { "\(detail): the value is needed to build itself" }

  /// Reports a wait that may never end, for a closure that can't throw.
  func reportWait() {
    IssueReporter.report(
      "\(summary), and it waits, since this closure can't throw", kind: .cyclic,
      fixes: [
        "\(fix)", "if a build begins a task that it doesn't await, begin it with Task.detached",
        "let the closures throw, so that they throw CircularConstruction",
      ])
  }
}

extension CircularConstruction: ClassifiedError {
  package var kind: World.Issue.Kind { .cyclic }
  package var detail: String { path.joined(separator: " -> ") }
  package var fix: String { "let one of them call the other when it is used, not while it is built" }
}
