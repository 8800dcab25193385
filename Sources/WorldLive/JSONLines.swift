import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Analytics {
  /// A sink that appends each event to a file, as one line of JSON.
  ///
  /// ```swift
  /// $0.analytics = try .jsonLines(appendingTo: "events.jsonl", date: { Current.date() })
  /// ```
  ///
  /// ```json
  /// {"name":"signed_in","properties":{"method":"passkey"},"time":"2018-08-28T12:27:31.000Z"}
  /// ```
  ///
  /// Each line is handed to the system in one piece before `track` returns. So lines of concurrent tracks never
  /// mix, also between processes that append to the same file, and a crash of the program loses at most the
  /// event in flight. (A power failure may lose what the system hadn't written to the disk.) Should the file end
  /// in a torn line, from a crash or a full disk, the next event begins a line of its own.
  ///
  /// The file is opened here and stays open until the last copy of the sink is gone.
  ///
  /// **Cost.** `track` encodes the event and waits for the system to take the line, one event at a time: some
  /// microseconds on a local disk, and as long as it takes on a slow one. Nothing is kept in memory.
  ///
  /// - Parameters:
  ///   - path: A file; it is created if it isn't there, its folder isn't.
  ///   - date: Gives the time of an event, in UTC to the millisecond.
  ///   - onLoss: Is told why an event was lost, since its line couldn't be written. Left out, it is an issue.
  /// - Throws: ``UnwritableFile`` if the file can't be opened for writing.
  public static func jsonLines(
    appendingTo path: String, date: @escaping @Sendable () -> Date,
    onLoss: @escaping @Sendable (UnwritableFile) -> Void = { Analytics.reportLoss(of: $0) }
  ) throws(UnwritableFile) -> Analytics {
    let file: AppendedFile
    do throws(AppendedFile.OpenError) {
      file = try AppendedFile(path: path)
    } catch {
      throw UnwritableFile(path: path, reason: describe(errorNumber: error.errorNumber))
    }
    let endsMidLine = Lock(file.endsMidLine)
    return Analytics { event in
      let line = jsonLine(event, at: date())
      let failure = endsMidLine.withLock { endsMidLine in
        let failure = file.append((endsMidLine ? [newline] : []) + line)
        // After a failure, the next line starts afresh if anything of this one got through.
        endsMidLine = failure.map { endsMidLine || $0.written > 0 } ?? false
        return failure
      }
      if let failure {
        onLoss(UnwritableFile(path: path, reason: describe(errorNumber: failure.errorNumber)))
      }
    }
  }

  @usableFromInline
  static func reportLoss(of file: UnwritableFile) {
    IssueReporter.report(
      "An event is lost, since it could not be appended to \(file.path): \(file.reason)",
      fixes: ["make room for the file, or give Analytics.jsonLines another path"])
  }

  /// A file can't be written.
  public struct UnwritableFile: LocalizedError, Sendable, Equatable, CustomStringConvertible {
    /// The path, as it was given.
    public var path: String
    /// What the system says, such as `Permission denied`.
    public var reason: String

    /// The path and the reason, in one line.
    public var description: String {
      // What can be seen as it is needs no quotes.
      let isPlain = !path.isEmpty && path.quoted == "\"\(path)\""
      return "\(isPlain ? path : path.quoted) can't be written: \(reason)"
    }

    /// The same.
    public var errorDescription: String? { description }

    /// What to do about it.
    public var recoverySuggestion: String? {
      "Choose a file in a folder that exists and that you may write to."
    }
  }

  private static let newline = UInt8(ascii: "\n")

  private struct Line: Encodable {
    var name: String
    var properties: [String: String]
    var time: String
  }

  private static func jsonLine(_ event: Event, at date: Date) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The format cuts milliseconds off, and most of them have no exact representation; a hair more than the
    // nearest one is cut to just that.
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1_000).rounded() + 0.25
    let time = Date(timeIntervalSinceReferenceDate: milliseconds / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let line = Line(name: event.name, properties: event.properties, time: time)
    // Strings and a dictionary of strings always encode.
    let json = (try? encoder.encode(line)) ?? Data()
    return [UInt8](json) + [newline]
  }
}
