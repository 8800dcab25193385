// SPDX-License-Identifier: MIT

import Foundation
import World

/// A file that is open until its last reference is released. Child processes don't inherit it.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    if descriptor < 0 { throw SystemError(number: errno) }
  }

  deinit { close(descriptor) }

  /// Locks the file, after waiting for any other `OpenFile` of the same file that is locked, in this process or in another. The
  /// system releases the locks of a process that ends.
  func lock() throws(SystemError) {
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Makes writes to a full pipe wait, although it was opened with `O_NONBLOCK`.
  func waitForReaders() { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }

  /// Whether it is a regular file: not a folder, a device or a pipe.
  var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the owner, permissions and more of a file; `nil` if there is no file.
  static func status(of path: String) throws(SystemError) -> stat? {
    var status = Foundation.stat()
    if stat(path, &status) == 0 { return status }
    if errno != ENOENT { throw SystemError(number: errno) }
    return nil
  }

  /// Copies the permissions of another file, and its owner and group as far as the process may set them.
  func take(_ status: stat) throws(SystemError) {
    // Separately, because a user may set some groups, but no other owner.
    _ = fchown(descriptor, status.st_uid, .max)
    _ = fchown(descriptor, .max, status.st_gid)
    if fchmod(descriptor, status.st_mode & 0o777) != 0 { throw SystemError(number: errno) }
  }

  /// Reads the bytes from the current position to the end.
  func readAll() throws(SystemError) -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        data += buffer[..<count]
      } else if count == 0 {
        return data
      } else if errno != EINTR {
        throw SystemError(number: errno)
      }
    }
  }
}

/// The error of a system call.
struct SystemError: Error {
  var number: Int32

  /// The system's description.
  var reason: String { String(cString: strerror(number)) }
}

/// Writes all bytes, starting over after interruptions and partial writes.
///
/// - Parameter write: The system call, which tests replace.
/// - Returns: `nil`, or the error and the number of bytes written before it.
func writeAll(
  _ bytes: [UInt8], to descriptor: Int32,
  by write: (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
) -> (error: SystemError, written: Int)? {
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let count = write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return (SystemError(number: errno), written)
      }
    }
    return nil
  }
}

extension World {
  /// An error thrown when a file can't be written: events of ``Analytics/jsonLines(appendingTo:date:onLoss:)``, or a recording.
  public struct UnwritableFile: LocalizedError, Sendable, Equatable, CustomStringConvertible {
    /// The path, as it was given.
    public var path: String
    /// The system's description of the error, such as `Permission denied`.
    public var reason: String

    /// The path and the reason, in one line.
    public var description: String {
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
}
