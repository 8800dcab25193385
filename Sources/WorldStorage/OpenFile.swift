import Foundation

/// A file that is open until its last reference is released. Child processes don't inherit it.
final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    descriptor = open(path, flags | O_CLOEXEC, mode)
    if descriptor < 0 { throw SystemError(number: errno) }
  }

  deinit { close(descriptor) }

  /// Waits until no other `OpenFile` of the same file is locked, in this process or in another. The system unlocks what a
  /// process that is killed has locked.
  func lock() throws(SystemError) {
    while flock(descriptor, LOCK_EX) != 0 {
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Lets writes to a full pipe wait, after it was opened without waiting.
  func waitForReaders() { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }

  /// Whether it is no folder, device or pipe.
  var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Owner, permissions and more of a file; `nil` if there is none.
  static func status(of path: String) throws(SystemError) -> stat? {
    var status = Foundation.stat()
    if stat(path, &status) == 0 { return status }
    if errno != ENOENT { throw SystemError(number: errno) }
    return nil
  }

  /// Takes the permissions of another file, and its owner and group as far as the process may give them.
  func take(_ status: stat) throws(SystemError) {
    // Each alone, since a user may give files to some groups, and to no other user.
    _ = fchown(descriptor, status.st_uid, .max)
    _ = fchown(descriptor, .max, status.st_gid)
    if fchmod(descriptor, status.st_mode & 0o777) != 0 { throw SystemError(number: errno) }
  }

  /// The bytes from where it was read last to its end.
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

/// What a system call says when it fails.
struct SystemError: Error {
  var number: Int32

  /// What the system says the number means.
  var reason: String { String(cString: strerror(number)) }
}

/// Writes all bytes, starting over after interruptions and partial writes.
///
/// - Parameter write: What writes some of them; the system's, but in tests.
/// - Returns: `nil`, or the error and how many bytes were written before it.
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
