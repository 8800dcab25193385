// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.Recorder {
  /// Runs an operation in the current world and records it. Writes a file if the operation throws, or if World reports an issue in
  /// it. A `CancellationError` isn't a failure.
  ///
  /// ```swift
  /// let recorder = World.Recorder(
  ///   of: "order", by: "Shop 4.2", writingTo: "/var/recordings", keepingSettings: .all, keepingEvents: .nothing)
  /// try await recorder.run { try await respond(to: incoming) }
  /// ```
  ///
  /// The file's path is written to standard error. Only the user may read the file. Its name has the recorder's name, the date and
  /// a random number. The recorder's folder is created if it doesn't exist. `run` returns and throws what the operation does.
  public func run<Output, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    let issues = IssueCount(outer: IssueReporter.collector)
    // check-world: allow the world that is recorded is the current one
    let recorder = of(Current)
    let world = Current.recorded(by: self)
    let result: Result<Output, Failure> = await IssueReporter.$collector.withValue(issues) {
      do throws(Failure) { return .success(try await withWorld(world, operation: operation)) } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = result, !(error is CancellationError) {
      recorder.writeToFolder(because: "threw \(typeName(type(of: error as any Error)))")
    } else if issues.count > 0 {
      recorder.writeToFolder(because: "reported an issue")
    }
    return try result.get()
  }

  private func writeToFolder(because reason: String) {
    guard let folder, case .log(let log) = target else { return }
    let date = (source?.world ?? .live).date().formatted(Date.ISO8601FormatStyle(timeSeparator: .omitted))
    // check-world: allow the file of each failure has a name of its own
    let name = "\(log.name.replacing("/", with: "-"))-\(date)-\(UUID().uuidString.prefix(8)).jsonl"
    let path = URL(fileURLWithPath: folder).appending(path: name).path
    // If it can't be created, the file can't be written.
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do throws(World.UnwritableFile) {
      try write(to: path, because: reason)
      writeLineToStandardError("World: the operation \(reason), and its recording is \(path)")
    } catch {
      IssueReporter.report(
        "A recording could not be written: \(error)",
        fixes: ["give World.Recorder a folder that can be written to"])
    }
  }

  /// Writes a file with the events recorded so far.
  ///
  /// ```swift
  /// let recorder = World.Recorder(of: "order", by: "Shop 4.2", keepingSettings: .all, keepingEvents: .all)
  /// withWorld(Current.recorded(by: recorder)) { work() }
  /// try recorder.write(to: "Tests/Worlds/order-4711.jsonl")
  /// ```
  ///
  /// - Throws: ``World/UnwritableFile`` if there is a file at the path, or if it can't be written.
  public func write(to path: String) throws(World.UnwritableFile) {
    try write(to: path, because: nil)
  }

  /// Returns the bytes of a file.
  package func file(because reason: String? = nil) -> Data {
    guard case .log(let log) = target else { return Data() }
    return log.lines(because: reason).reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] }
  }

  private func write(to path: String, because reason: String?) throws(World.UnwritableFile) {
    let bytes = [UInt8](file(because: reason))
    do throws(SystemError) {
      let file = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      if let failure = writeAll(bytes, to: file.descriptor) {
        unlink(path)
        throw failure.error
      }
    } catch {
      throw World.UnwritableFile(path: path, reason: error.reason)
    }
  }
}

/// Counts the issues of an operation. They are still reported.
private final class IssueCount: IssueCollecting {
  private let outer: (any IssueCollecting)?
  private let issues = Lock(0)

  init(outer: (any IssueCollecting)?) { self.outer = outer }

  var count: Int { issues.withLock { $0 } }

  func add(_ issue: World.Issue) -> Bool {
    issues.withLock { $0 += 1 }
    return outer?.add(issue) ?? false
  }
}
