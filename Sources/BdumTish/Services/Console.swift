// SPDX-License-Identifier: MIT

import Foundation
import World

/// Where the program's text comes from and goes to, as functions.
struct Console: Sendable {
  struct Size: Sendable, Equatable { var width, height: Int }

  var isInputTerminal: Bool
  var isOutputTerminal: Bool
  var write: @Sendable (String) throws(OutputError) -> Void
  /// Writes to standard error, without a line break.
  var prompt: @Sendable (String) -> Void
  /// The size of the terminal that is written to; `nil` if it isn't one.
  var size: @Sendable () -> Size?
  /// The next line of input; `nil` at its end.
  var readLine: @Sendable () -> String?
  /// What was pressed since the last call, where the terminal is raw.
  var keys: @Sendable () -> [Key]
  /// Whether keys come at once and unseen, and none of them is a signal.
  var setRaw: @Sendable (Bool) -> Void

  enum OutputError: Error, Equatable, CustomStringConvertible {
    /// Nobody reads any more.
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
  /// - Parameter default: What an empty answer means, and none.
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

  /// Nobody reads, and nobody types.
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
