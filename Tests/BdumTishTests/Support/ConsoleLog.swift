import Synchronization

@testable import BdumTish

/// A console that remembers what was written, and answers from a list.
final class ConsoleLog: Sendable {
  private let written = Mutex<[String]>([])
  private let prompted = Mutex<[String]>([])
  private let answers: Mutex<[String]>
  private let pressed: Mutex<[Key?]>
  private let rawness = Mutex<[Bool]>([])
  let size = Mutex(Console.Size(width: 80, height: 24))

  /// - Parameter keys: What is pressed at each look; at `nil`, nothing.
  init(answers: [String] = [], keys: [Key?] = []) {
    self.answers = Mutex(answers)
    pressed = Mutex(keys)
  }

  /// Each piece of output.
  var pieces: [String] { written.withLock { $0 } }
  var output: String { pieces.joined() }
  var errors: String { prompted.withLock { $0 }.joined() }
  /// How often the terminal was made raw and not raw.
  var rawModes: [Bool] { rawness.withLock { $0 } }

  func console(isTerminal: Bool = false) -> Console {
    Console(
      isInputTerminal: isTerminal, isOutputTerminal: isTerminal,
      write: { text in self.written.withLock { $0.append(text) } },
      prompt: { text in self.prompted.withLock { $0.append(text) } },
      size: { isTerminal ? self.size.withLock { $0 } : nil },
      readLine: { self.answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } },
      keys: { self.pressed.withLock { $0.isEmpty ? nil : $0.removeFirst() }.map { [$0] } ?? [] },
      setRaw: { isRaw in self.rawness.withLock { $0.append(isRaw) } })
  }
}
