// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.Analytics {
  /// Returns a sink that appends each event to a file, as a line of JSON.
  ///
  /// ```swift
  /// try World.bootstrap {
  ///   $0.analytics = try .jsonLines(appendingTo: "events.jsonl")
  /// }
  /// ```
  ///
  /// ```json
  /// {"name":"signed_in","properties":{"method":"passkey"},"time":"2018-08-28T12:27:31.000Z"}
  /// ```
  ///
  /// Numbers that JSON doesn't have are written as the strings `"inf"`, `"-inf"` and `"nan"`.
  ///
  /// `track` passes the whole line to the system before it returns. So lines never mix, even if several processes append to one
  /// file, and a program that crashes loses at most the event that it is tracking. (A power failure may lose more.) If the file
  /// ends in a partial line, after a crash or on a full disk, the next event begins a new line. For this, each `track` locks the
  /// file (`flock`) while it writes; a process that is stopped meanwhile delays the others.
  ///
  /// A pipe needs a reader when it is opened. Without a reader, a write ends the program with the signal `SIGPIPE`; if the program
  /// ignores the signal, the event is lost.
  ///
  /// The file is opened here, and closed when the last copy of the sink is released. Child processes don't inherit
  /// it. If it is renamed or deleted, for example by a log rotation, the next event creates a new file at the path.
  ///
  /// **Cost.** `track` encodes the event and waits for the system call, one event at a time: some microseconds on a local disk.
  ///
  /// **Thread-safety.** Events may be tracked on any thread.
  ///
  /// - Parameters:
  ///   - path: A file. It is created if it doesn't exist; its folder must exist. A relative path is resolved here, once.
  ///   - date: Returns the time of an event; by default, the current world's date. The time is written in UTC, to the millisecond.
  ///   - onLoss: Called with the reason if an event can't be written. By default, losses are reported: outside of tests the first
  ///     one, the tenth, the hundredth and so on.
  /// - Throws: ``World/UnwritableFile`` if the file can't be opened for writing.
  public static func jsonLines(
    appendingTo path: String,
    // check-world: allow the entry point's default, read at each event
    date: @escaping @Sendable () -> Date = { Current.date() },
    onLoss: @escaping @Sendable (World.UnwritableFile) -> Void = { World.Analytics.reportLoss(of: $0) }
  ) throws(World.UnwritableFile) -> World.Analytics {
    let file = try AppendedFile(path: path)
    return World.Analytics { event in
      if let error = file.append(jsonLine(event, at: date())) {
        onLoss(World.UnwritableFile(path: path, reason: error.reason))
      }
    }
  }

  @usableFromInline
  static func reportLoss(of file: World.UnwritableFile) {
    IssueReporter.report(
      "An event is lost, since it could not be appended to \(file.path): \(file.reason)",
      fixes: ["make room for the file, or give World.Analytics.jsonLines another path"])
  }

  private struct Line: Encodable {
    var name: String
    var properties: [String: Value]
    var time: String
  }

  private static func jsonLine(_ event: Event, at date: Date) -> [UInt8] {
    // The format truncates to milliseconds, and few milliseconds can be represented exactly. So a quarter is added.
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1_000).rounded() + 0.25
    let time = Date(timeIntervalSinceReferenceDate: milliseconds / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let line = Line(name: event.name, properties: event.properties, time: time)
    // Every property can be encoded.
    let json = (try? JSONEncoder.ofLines.encode(line)) ?? Data()
    return [UInt8](json) + [UInt8(ascii: "\n")]
  }
}

/// A file that lines are appended to.
private final class AppendedFile: Sendable {
  private struct State {
    var file: OpenFile
    /// Whether a write has left a partial line, for files that can't be read, such as pipes.
    var hasLeftPartialLine = false
  }

  private let path: String
  private let state: Lock<State>

  init(path: String) throws(World.UnwritableFile) {
    do throws(SystemError) {
      state = Lock(State(file: try AppendedFile.open(path)))
    } catch {
      throw World.UnwritableFile(path: path, reason: error.reason)
    }
    // Absolute, because the process may change its current folder.
    self.path = URL(fileURLWithPath: path).path
  }

  private static func open(_ path: String) throws(SystemError) -> OpenFile {
    if let status = try OpenFile.status(of: path), status.st_mode & S_IFMT != S_IFREG {
      // A pipe is opened only for writing, to notice when its readers are gone. Opening it doesn't wait for a reader.
      let file = try OpenFile(path, O_WRONLY | O_NONBLOCK)
      file.waitForReaders()
      return file
    }
    let flags = O_APPEND | O_CREAT
    do throws(SystemError) {
      return try OpenFile(path, flags | O_RDWR, mode: 0o644)
    } catch {
      // A file that is writable but not readable.
      guard error.number == EACCES else { throw error }
      return try OpenFile(path, flags | O_WRONLY, mode: 0o644)
    }
  }

  func append(_ line: [UInt8]) -> SystemError? {
    state.withLock { state in
      do throws(SystemError) {
        if state.file.isRegular, try !state.file.isAt(path) {
          state = State(file: try AppendedFile.open(path))
        }
      } catch {
        return error
      }
      let file = state.file
      // Without a lock, as on some network file systems, the line is appended anyway.
      try? file.lock()
      defer { file.unlock() }
      let begins = file.endsInPartialLine ?? state.hasLeftPartialLine
      let failure = writeAll((begins ? [UInt8(ascii: "\n")] : []) + line, to: file.descriptor)
      state.hasLeftPartialLine = failure.map { begins || $0.written > 0 } ?? false
      return failure?.error
    }
  }
}

extension OpenFile {
  /// Whether a path still names this file, which may have been renamed or deleted.
  fileprivate func isAt(_ path: String) throws(SystemError) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError(number: errno) }
    guard let other = try OpenFile.status(of: path) else { return false }
    return other.st_ino == status.st_ino && other.st_dev == status.st_dev
  }

  /// Whether the last byte isn't a newline; `nil` if the file can't be read.
  fileprivate var endsInPartialLine: Bool? {
    let size = lseek(descriptor, 0, SEEK_END)
    if size == 0 { return false }
    var last: UInt8 = 0
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 ? last != UInt8(ascii: "\n") : nil
  }
}
