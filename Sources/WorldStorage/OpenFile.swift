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

  /// Whether it is no folder, device or pipe.
  var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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
