import Synchronization

@testable import BdumTish

/// A console that remembers what was written, and answers from a list.
final class ConsoleLog: Sendable {
  private let written = Mutex<[String]>([])
  private let prompted = Mutex<[String]>([])
  private let answers: Mutex<[String]>

  init(answers: [String] = []) { self.answers = Mutex(answers) }

  /// Each piece of output.
  var pieces: [String] { written.withLock { $0 } }
  var output: String { pieces.joined() }
  var errors: String { prompted.withLock { $0 }.joined() }

  func console(isTerminal: Bool = false) -> Console {
    Console(
      isInputTerminal: isTerminal, isOutputTerminal: isTerminal,
      write: { text in self.written.withLock { $0.append(text) } },
      prompt: { text in self.prompted.withLock { $0.append(text) } },
      readLine: { self.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } })
  }
}
