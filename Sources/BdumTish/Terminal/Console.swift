import Foundation

/// Where the program's text comes from and goes to.
struct Console: Sendable {
  var isInputTerminal: Bool
  var isOutputTerminal: Bool
  var write: @Sendable (String) throws(OutputError) -> Void
  /// Writes to standard error, without a line break.
  var prompt: @Sendable (String) -> Void
  /// The size of the terminal that is written to; `nil` if it isn't one.
  var size: @Sendable () -> FilmScreen.Size?
  /// The next line of input; `nil` at its end.
  var readLine: @Sendable () -> String?

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
}

extension Console {
  /// The process's own.
  static var standard: Console {
    // Writing to a closed pipe is to be an error, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    return Console(
      isInputTerminal: isatty(STDIN_FILENO) == 1,
      isOutputTerminal: isatty(STDOUT_FILENO) == 1,
      write: { text throws(OutputError) in
        do {
          try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
          throw OutputError(error as NSError)
        }
      },
      prompt: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
      size: { terminalSize() },
      readLine: { Swift.readLine() })
  }

  private static func terminalSize() -> FilmScreen.Size? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return FilmScreen.Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }
}

extension Console.OutputError {
  fileprivate init(_ error: NSError) {
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    self = cause.code == Int(EPIPE) ? .closed : .failed(cause.localizedDescription)
  }
}
