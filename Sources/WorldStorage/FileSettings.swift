// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.Settings {
  /// Returns a store in a JSON file, for programs and servers.
  ///
  /// ```swift
  /// World.bootstrap { $0.settings = .file(at: "/var/lib/shop/settings.json") }
  /// ```
  ///
  /// ```json
  /// {
  ///   "launches" : { "int" : "3" },
  ///   "lastVisit" : { "date" : "557152051.25" }
  /// }
  /// ```
  ///
  /// Values are stored exactly, including infinite numbers. Dates are in seconds since 2001.
  ///
  /// Several processes may use one file: each reads the writes of all, and no write is lost. (`settings[.launches] += 1` is a read
  /// and a write. Another process may write in between.)
  ///
  /// If a process is killed during a write, the file is as it was before or after that write. A power failure may damage it,
  /// because a write doesn't wait for the disk.
  ///
  /// A write replaces the file with `settings.json.tmp`, while `settings.json.lock` is locked. The lock file stays. Only its owner
  /// may read a new file; an existing file keeps its permissions, and its owner if the process may change it. The same applies to
  /// the lock file.
  ///
  /// **Errors.** A write that fails is reported, and the file stays as it was. A damaged file is reported when it is read, and
  /// counts as empty; the next write renames it to `settings.json.damaged`, and reports that. A file that can't be read is
  /// reported, and isn't overwritten. A setting of an unknown type, such as `{ "int" : 3 }`, is reported when it is read, reads as
  /// `nil`, and stays in the file.
  ///
  /// **Cost.** A read opens and decodes the file: some 30 microseconds for a few settings. A write rewrites all of it, which takes
  /// ten times as long, and waits for writes of other processes. Nothing is cached.
  ///
  /// **Thread-safety.** May be used from any thread.
  ///
  /// - Parameter path: A regular file. The first write creates it; its folder must exist. A relative path, `~` and
  ///   symbolic links are resolved here, once. A read-only file is replaced if its folder is writable.
  public static func file(at path: String) -> World.Settings {
    var url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // Foundation doesn't resolve a link to a file that doesn't exist yet. A cycle of links is reported at the first use.
    for _ in 0..<32 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      url = URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent())
        .resolvingSymlinksInPath()
    }
    let file = SettingsFile(path: url.path)
    return World.Settings(read: { file.read($0) }, write: { file.write($0, $1) })
  }
}

private struct SettingsFile: Sendable {
  /// The settings in the file, by name. Each has its type and a text, unless it is of an unknown type.
  typealias Records = [String: Any]

  enum Failure: Error {
    case damaged
    case unreadable(String)
  }

  let path: String

  func read(_ name: String) -> World.Settings.StoredValue? {
    do {
      guard let record = try load()[name] else { return nil }
      if let value = (record as? [String: String]).flatMap(World.Settings.StoredValue.init(record:)) {
        return value
      }
      IssueReporter.report(
        "The setting \(name.quoted) in \(path.quoted) is of a type that settings don't support: \(summary(of: record))",
        fixes: ["remove or overwrite the stored value", "use another name"])
    } catch {
      report(error, name, "has its default")
    }
    return nil
  }

  func write(_ name: String, _ value: World.Settings.StoredValue?) {
    do {
      if let copy = try replace(name, value) {
        IssueReporter.report(
          "The settings file \(path.quoted) was damaged; it is kept as \(copy.quoted), and a new one is begun",
          fixes: ["mend the kept file and rename it to \(path.quoted)", "delete the kept file"])
      }
    } catch {
      report(error, name, "was not stored")
    }
  }

  /// Type and size of a record, for messages. Not the value: it may be a secret, and messages are logged.
  private func summary(of record: Any) -> String {
    func count(_ count: Int, _ unit: String) -> String { "(\(count) \(unit)\(count == 1 ? "" : "s"))" }
    return switch record {
    case let record as [String: Any]: "an object \(count(record.count, "member"))"
    case let record as [Any]: "an array \(count(record.count, "element"))"
    case is String: "a text"
    case is NSNull: "null"
    default: "a number"
    }
  }

  private func load() throws -> Records {
    let data: Data
    do {
      // With `O_NONBLOCK`, opening a pipe doesn't wait for a writer.
      let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
      guard file.isRegular else { throw Failure.unreadable("it is no regular file") }
      data = try file.readAll()
    } catch let error as SystemError {
      if error.number == ENOENT { return [:] }
      throw Failure.unreadable(error.reason)
    }
    guard let records = try? JSONSerialization.jsonObject(with: data) as? Records else {
      throw Failure.damaged
    }
    return records
  }

  /// - Returns: The new path of the old file, if it was damaged.
  private func replace(_ name: String, _ value: World.Settings.StoredValue?) throws -> String? {
    let status = try OpenFile.status(of: path)
    let lock = try OpenFile(path + ".lock", O_RDWR | O_CREAT, mode: 0o600)
    // May fail if the lock file is another user's, which has the right permissions.
    if let status { try? lock.take(status) }
    try lock.lock()
    defer { lock.unlock() }
    var records: Records = [:]
    var copy: String?
    do { records = try load() } catch Failure.damaged { copy = unusedPath }
    records[name] = value?.record
    do {
      try writeTemporary(records, status)
      // A second name, so that the path always has a file.
      if let copy, link(path, copy) != 0 { throw SystemError(number: errno) }
      if rename(temporary, path) != 0 { throw SystemError(number: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    return copy
  }

  private var temporary: String { path + ".tmp" }

  /// An unused name for a damaged file.
  private var unusedPath: String {
    var (copy, number) = (path + ".damaged", 1)
    while access(copy, F_OK) == 0 {
      number += 1
      copy = path + ".damaged-\(number)"
    }
    return copy
  }

  private func writeTemporary(_ records: Records, _ status: stat?) throws {
    // A killed process may have left a file. A pipe or a link must not be opened.
    unlink(temporary)
    let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    if let status { try file.take(status) }
    var json = try JSONSerialization.data(
      withJSONObject: records, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    // Foundation drops U+FEFF at the start of a text that it reads, unless it is escaped.
    var rest = json.startIndex..<json.endIndex
    while let range = json.range(of: Data("\u{FEFF}".utf8), in: rest) {
      json.replaceSubrange(range, with: Data("\\uFEFF".utf8))
      rest = range.upperBound..<json.endIndex
    }
    let bytes = [UInt8](json) + [UInt8(ascii: "\n")]
    if let failure = writeAll(bytes, to: file.descriptor) { throw failure.error }
  }

  private func report(_ error: any Error, _ name: String, _ consequence: String, line: UInt = #line) {
    let (summary, fix) =
      switch error {
      case Failure.damaged:
        ("is damaged", "mend or delete the file; the next write keeps it under another name")
      case Failure.unreadable(let reason):
        (
          "can't be read: \(reason)",
          "make it a file that can be read, or give World.Settings.file another path"
        )
      default:
        (
          "can't be written: \(reason(error))",
          "make room for the file, see that its folder exists and can be written, or give World.Settings.file another path"
        )
      }
    IssueReporter.report(
      "The setting \(name.quoted) \(consequence): \(path.quoted) \(summary)", fixes: [fix], #fileID, line)
  }

  private func reason(_ error: any Error) -> String {
    (error as? SystemError)?.reason ?? error.localizedDescription
  }
}

extension World.Settings.StoredValue {
  /// The type and an exact text.
  fileprivate var record: [String: String] {
    switch self {
    case .bool(let value): ["bool": value.description]
    case .int(let value): ["int": value.description]
    case .double(let value): ["double": value.debugDescription]
    case .string(let value): ["string": value]
    case .data(let value): ["data": value.base64EncodedString()]
    case .date(let value): ["date": value.timeIntervalSinceReferenceDate.debugDescription]
    }
  }

  fileprivate init?(record: [String: String]) {
    guard record.count == 1, let (type, text) = record.first else { return nil }
    let value: Self? =
      switch type {
      case "bool": Bool(text).map(Self.bool)
      case "int": Int(text).map(Self.int)
      case "double": Double(text).map(Self.double)
      case "string": .string(text)
      case "data": Data(base64Encoded: text).map(Self.data)
      case "date": Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      default: nil
      }
    guard let value else { return nil }
    self = value
  }
}
