// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

extension Console {
  /// The console of the process.
  static var standard: Console {
    // Writing to a closed pipe throws an error, instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    let saved = Mutex<termios?>(nil)
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
      size: {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
          return nil
        }
        return Size(width: Int(size.ws_col), height: Int(size.ws_row))
      },
      readLine: { Swift.readLine() },
      keys: {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 0) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        return Key.all(in: Array(bytes.prefix(max(0, count))))
      },
      setRaw: { isRaw in
        saved.withLock { settings in
          if isRaw {
            var raw = termios()
            guard tcgetattr(STDIN_FILENO, &raw) == 0 else { return }
            settings = raw
            cfmakeraw(&raw)
            tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
          } else if var old = settings.take() {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &old)
          }
        }
      })
  }
}

extension Console.OutputError {
  fileprivate init(_ error: NSError) {
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    self = cause.code == Int(EPIPE) ? .closed : .failed(cause.localizedDescription)
  }
}
