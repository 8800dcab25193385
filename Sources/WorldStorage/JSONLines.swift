import Foundation
import World

extension Analytics {
  /// A sink that appends each event to a file, as a line of JSON.
  ///
  /// ```swift
  /// try World.bootstrap {
  ///   $0.analytics = try .jsonLines(appendingTo: "events.jsonl", date: { Current.date() })
  /// }
  /// ```
  ///
  /// ```json
  /// {"name":"signed_in","properties":{"method":"passkey"},"time":"2018-08-28T12:27:31.000Z"}
  /// ```
  ///
  /// `track` passes the whole line to the system before it returns. So lines of concurrent calls never mix, also
  /// between processes that append to the same file, and a program that crashes loses at most the event that it is
  /// tracking. (A power failure may lose what the system hasn't written to the disk.) If the file ends in a partial
  /// line, from a crash or a full disk, the next event begins a new line.
  ///
  /// The file is opened here, and closed when the last copy of the sink is released. Child processes don't inherit
  /// it.
  ///
  /// **Cost.** `track` encodes the event and waits until the system has the line, one event at a time: some
  /// microseconds on a local disk. Nothing is buffered.
  ///
  /// **Thread-safety.** Events may be tracked on any thread.
  ///
  /// - Parameters:
  ///   - path: A file. It is created if it doesn't exist; its folder must exist.
  ///   - date: The time of an event; it is written in UTC, to the millisecond.
  ///   - onLoss: Called with the reason when a line can't be written, so that its event is lost. Without it, each loss
  ///     is reported.
  /// - Throws: ``UnwritableFile`` if the file can't be opened for writing.
  public static func jsonLines(
    appendingTo path: String, date: @escaping @Sendable () -> Date,
    onLoss: @escaping @Sendable (UnwritableFile) -> Void = { Analytics.reportLoss(of: $0) }
  ) throws(UnwritableFile) -> Analytics {
    let file = try AppendedFile(path: path)
    let endsInPartialLine = Lock(file.endsInPartialLine)
    return Analytics { event in
      let line = jsonLine(event, at: date())
      let failure = endsInPartialLine.withLock { endsInPartialLine in
        let failure = file.append((endsInPartialLine ? [newline] : []) + line)
        endsInPartialLine = failure.map { endsInPartialLine || $0.written > 0 } ?? false
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

  private static let newline = UInt8(ascii: "\n")

  private struct Line: Encodable {
    var name: String
    var properties: [String: String]
    var time: String
  }

  private static func jsonLine(_ event: Event, at date: Date) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The format truncates to milliseconds, most of which have no exact representation. A quarter more than the
    // nearest one is truncated to that one.
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1_000).rounded() + 0.25
    let time = Date(timeIntervalSinceReferenceDate: milliseconds / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let line = Line(name: event.name, properties: event.properties, time: time)
    // Strings and a dictionary of strings always encode.
    let json = (try? encoder.encode(line)) ?? Data()
    return [UInt8](json) + [newline]
  }
}

extension Analytics.Event: Codable {
  private enum CodingKeys: String, CodingKey { case name, properties }

  /// Decodes an event.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      properties: try values.decode([String: String].self, forKey: .properties))
  }

  /// Encodes name and properties.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(properties, forKey: .properties)
  }
}

/// A file that is only appended to, open until its last reference is released.
private final class AppendedFile: Sendable {
  private let descriptor: Int32
  /// Whether the file, when it was opened, didn't end in a newline.
  let endsInPartialLine: Bool

  init(path: String) throws(Analytics.UnwritableFile) {
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC
    var descriptor = open(path, flags, 0o644)
    // A pipe, or a file that may be written but not read.
    if descriptor < 0, errno == EACCES || errno == EINVAL || errno == ENXIO {
      descriptor = open(path, (flags & ~O_RDWR) | O_WRONLY, 0o644)
    }
    guard descriptor >= 0 else {
      throw Analytics.UnwritableFile(path: path, reason: describe(errorNumber: errno))
    }
    self.descriptor = descriptor
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    endsInPartialLine = size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) -> (errorNumber: Int32, written: Int)? { writeAll(bytes, to: descriptor) }
}

/// Writes all bytes, starting over after interruptions and partial writes.
///
/// - Parameter write: What writes some of them; the system's, but in tests.
/// - Returns: `nil`, or the error number and how many bytes were written before it.
func writeAll(
  _ bytes: [UInt8], to descriptor: Int32,
  by write: (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
) -> (errorNumber: Int32, written: Int)? {
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let count = write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return (errno, written)
      }
    }
    return nil
  }
}

/// What the system says an error number means.
private func describe(errorNumber: Int32) -> String { String(cString: strerror(errorNumber)) }
