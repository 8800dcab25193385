import Foundation
import Synchronization

extension TerminalDevice {
  /// The process's own.
  ///
  /// - Parameter console: Where text is written to.
  static func standard(_ console: Console) -> TerminalDevice {
    let saved = Mutex<termios?>(nil)
    return TerminalDevice(
      write: console.write,
      size: { console.size() ?? FilmScreen.Size(width: 80, height: 24) },
      keys: {
        guard console.isInputTerminal else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        return Key.all(in: Array(bytes.prefix(max(0, count))))
      },
      signal: { SignalLog.next() },
      raise: { SignalLog.raise($0) },
      setRaw: { isRaw in
        if isRaw {
          SignalLog.start()
          if console.isInputTerminal { saved.withLock { $0 = makeRaw() } }
        } else {
          saved.withLock { settings in
            if var old = settings { tcsetattr(STDIN_FILENO, TCSADRAIN, &old) }
            settings = nil
          }
          SignalLog.end()
        }
      })
  }

  /// Has keys come at once, unseen, and never waited for.
  ///
  /// - Returns: The settings before.
  private static func makeRaw() -> termios? {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    let old = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Index 5 and 6 on Linux and 16 and 17 on Darwin; a tuple in Swift.
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 0
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    return old
  }
}

/// Remembers the last signal, so that the terminal can be left as it was before the signal does what it does.
private enum SignalLog {
  /// A signal handler may do no more than store a number.
  private static let last = Atomic<Int32>(0)
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  static func start() {
    // Initialised here, and not in the handler.
    last.store(0, ordering: .relaxed)
    for number in signals { signal(number) { SignalLog.last.store($0, ordering: .relaxed) } }
  }

  static func end() {
    for number in signals { signal(number, SIG_DFL) }
  }

  /// Has the signal do what it does. The threads of tasks have signals blocked.
  static func raise(_ number: Int32) {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    Foundation.raise(number)
  }

  static func next() -> TerminalDevice.Signal? {
    switch last.exchange(0, ordering: .relaxed) {
    case 0: nil
    case SIGTSTP: .stop(SIGTSTP)
    case let number: .end(number)
    }
  }
}
