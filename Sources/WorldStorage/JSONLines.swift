import Foundation
import World

extension World.Analytics {
  /// A sink that appends each event to a file, as a line of JSON.
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
  /// Numbers and Booleans are JSON's own; what JSON has no number for is the string `"inf"`, `"-inf"` or `"nan"`.
  ///
  /// `track` passes the whole line to the system before it returns. So lines of concurrent calls never mix, also
  /// between processes that append to the same file, and a program that crashes loses at most the event that it is
  /// tracking. (A power failure may lose what the system hasn't written to the disk.) If the file ends in a partial
  /// line, of any process that crashed or whose disk was full, the next event begins a new line. To see that, each
  /// `track` locks the file (`flock`) while it writes; a process that is stopped meanwhile holds the others up.
  ///
  /// A pipe needs a reader when it is opened. When its reader has gone, the system ends a program that writes to it, by
  /// the signal `SIGPIPE`; if the program ignores that, each event is a loss.
  ///
  /// The file is opened here, and closed when the last copy of the sink is released. Child processes don't inherit
  /// it. If it was renamed or deleted, as by a program that rotates logs, the next event begins a new file at the path.
  ///
  /// **Cost.** `track` encodes the event and waits until the system has the line, one event at a time: some
  /// microseconds on a local disk. Nothing is buffered.
  ///
  /// **Thread-safety.** Events may be tracked on any thread.
  ///
  /// - Parameters:
  ///   - path: A file. It is created if it doesn't exist; its folder must exist. A relative path is followed here, once.
  ///   - date: The time of an event; it is written in UTC, to the millisecond. Without it, that of the current world.
  ///   - onLoss: Called with the reason when a line can't be written, so that its event is lost. Without it, losses are
  ///     reported: outside of tests the first one, and with their number the tenth, the hundredth and so on.
  /// - Throws: ``UnwritableFile`` if the file can't be opened for writing.
  public static func jsonLines(
    appendingTo path: String,
    // check-world: allow the entry point's default, read at each event
    date: @escaping @Sendable () -> Date = { Current.date() },
    onLoss: @escaping @Sendable (UnwritableFile) -> Void = { World.Analytics.reportLoss(of: $0) }
  ) throws(UnwritableFile) -> World.Analytics {
    let file = try AppendedFile(path: path)
    return World.Analytics { event in
      if let error = file.append(jsonLine(event, at: date())) {
        onLoss(UnwritableFile(path: path, reason: error.reason))
      }
    }
  }

  @usableFromInline
  static func reportLoss(of file: UnwritableFile) {
    IssueReporter.report(
      "An event is lost, since it could not be appended to \(file.path): \(file.reason)",
      fixes: ["make room for the file, or give World.Analytics.jsonLines another path"])
  }

  /// A file that can't be written.
  public struct UnwritableFile: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The path, as it was given.
    public var path: String
    /// The system's description of the error, such as `Permission denied`.
    public var reason: String

    /// The path and the reason, in one line.
    public var description: String {
      // A path that reads as it is needs no quotes.
      let isPlain = !path.isEmpty && path.quoted == "\"\(path)\""
      return "\(isPlain ? path : path.quoted) can't be written: \(reason)"
    }

    /// The path and the reason.
    public var errorDescription: String? { description }

    /// How to fix it.
    public var recoverySuggestion: String? {
      "Choose a file in a folder that exists and that you may write to."
    }
  }

  private struct Line: Encodable {
    var name: String
    var properties: [String: JSONValue]
    var time: String
  }

  private struct JSONValue: Encodable {
    var value: Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .string(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .bool(let value): try container.encode(value)
      }
    }
  }

  private static func jsonLine(_ event: Event, at date: Date) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    // The format truncates to milliseconds, most of which have no exact representation. A quarter more than the
    // nearest one is truncated to that one.
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1_000).rounded() + 0.25
    let time = Date(timeIntervalSinceReferenceDate: milliseconds / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let line = Line(
      name: event.name, properties: event.properties.mapValues { JSONValue(value: $0) }, time: time)
    // What a property can be always encodes.
    let json = (try? encoder.encode(line)) ?? Data()
    return [UInt8](json) + [UInt8(ascii: "\n")]
  }
}

/// A file that lines are appended to.
private final class AppendedFile: Sendable {
  private struct State {
    var file: OpenFile
    /// Whether a write has left a partial line. It is asked only of files that can't be read, such as pipes.
    var hasLeftPartialLine = false
  }

  private let path: String
  private let state: Lock<State>

  init(path: String) throws(World.Analytics.UnwritableFile) {
    do throws(SystemError) {
      state = Lock(State(file: try AppendedFile.open(path)))
    } catch {
      throw World.Analytics.UnwritableFile(path: path, reason: error.reason)
    }
    // The process may change its current folder.
    self.path = URL(fileURLWithPath: path).path
  }

  private static func open(_ path: String) throws(SystemError) -> OpenFile {
    if let status = try OpenFile.status(of: path), status.st_mode & S_IFMT != S_IFREG {
      // A pipe: who reads it, too, never sees that the other readers have gone. Not waiting for one.
      let file = try OpenFile(path, O_WRONLY | O_NONBLOCK)
      file.waitForReaders()
      return file
    }
    let flags = O_APPEND | O_CREAT
    do throws(SystemError) {
      return try OpenFile(path, flags | O_RDWR, mode: 0o644)
    } catch {
      // A file that may be written but not read.
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
      // A file that can't be locked, on some network file systems, is appended to all the same.
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
