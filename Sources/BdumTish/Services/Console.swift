// SPDX-License-Identifier: MIT

import Foundation
import World

/// The terminal, or the files in its place.
struct Console: Sendable {
  struct Size: Sendable, Equatable { var width, height: Int }

  var isInputTerminal: Bool
  var isOutputTerminal: Bool
  var write: @Sendable (String) throws(OutputError) -> Void
  /// Writes to standard error, without a line break.
  var prompt: @Sendable (String) -> Void
  /// The size of the output's terminal; `nil` if the output isn't a terminal.
  var size: @Sendable () -> Size?
  /// The next line of input; `nil` at its end.
  var readLine: @Sendable () -> String?
  /// The keys since the last call, if the terminal is raw.
  var keys: @Sendable () -> [Key]
  /// Makes the terminal raw, or not. On a raw terminal keys arrive at once, aren't shown, and send no signals.
  var setRaw: @Sendable (Bool) -> Void

  enum OutputError: Error, Equatable, CustomStringConvertible {
    /// The reader closed the pipe.
    case closed
    case failed(String)

    var description: String {
      switch self {
      case .closed: "standard output is closed"
      case .failed(let reason): "standard output can't be written: \(reason)"
      }
    }
  }

  /// Writes a line to standard error.
  func complain(_ line: String) { prompt(line + "\n") }

  /// Asks until the answer is one of the choices.
  ///
  /// - Parameter default: The answer if the user presses Return, or if the input ends.
  func ask<Choice: RawRepresentable<String>>(
    _ question: String, _ choices: [Choice], default: Choice
  ) -> Choice {
    while true {
      prompt("\(question) [\(`default`.rawValue)] ")
      guard let line = readLine() else {
        prompt("\n")
        return `default`
      }
      let answer = line.trimmingCharacters(in: .whitespaces).lowercased()
      if answer.isEmpty { return `default` }
      if let choice = choices.first(where: { $0.rawValue == answer }) { return choice }
      complain("Please answer \(choices.map(\.rawValue).joined(separator: " or ")).")
    }
  }
}

extension Console: World.LiveService {
  static var live: Console { .standard }

  /// A console without input that discards its output.
  static var mock: Console {
    Console(
      isInputTerminal: false, isOutputTerminal: false, write: { _ in }, prompt: { _ in }, size: { nil },
      readLine: { nil }, keys: { [] }, setRaw: { _ in })
  }
}

extension World {
  var console: Console {
    get { self[Console.self] }
    set { self[Console.self] = newValue }
  }
}
