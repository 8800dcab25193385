// SPDX-License-Identifier: MIT

import Foundation

/// Standard output, whose lines wrap on a terminal.
enum Output {
  static func show(_ text: String) throws {
    // Writing to a closed pipe throws an error, instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    var size = winsize()
    let isTerminal = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let lines = isTerminal ? text.wrapped(toWidth: max(40, Int(size.ws_col))) : text
    try FileHandle.standardOutput.write(contentsOf: Data((lines + "\n").utf8))
  }

  /// Ends the process after an error of `show`.
  static func end(after error: any Error) -> Never {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    // The reader closed the pipe, as `head` does.
    if cause.code == Int(EPIPE) { exit(0) }
    end(74, "standard output can't be written: \(cause.localizedDescription)")
  }

  /// Ends the process with a line on standard error.
  static func end(_ code: Int32, _ problem: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("bdum-tish-bug: \(problem)\n".utf8))
    exit(code)
  }
}

extension String {
  /// Returns the text in lines of at most this width, broken at spaces. The rest of a line begins below its first letter.
  func wrapped(toWidth width: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indent = line.prefix { !$0.isLetter && $0 != "`" }.count
      var (lines, rest) = ("", String(line))
      while rest.count > width,
        let space = rest.prefix(width + 1).dropFirst(indent).lastIndex(of: " ")
          ?? rest.dropFirst(width).firstIndex(of: " ")
      {
        lines += rest[..<space] + "\n"
        rest = String(repeating: " ", count: indent) + rest[space...].drop { $0 == " " }
      }
      return lines + rest
    }.joined(separator: "\n")
  }
}
