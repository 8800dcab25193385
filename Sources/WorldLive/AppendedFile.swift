import Foundation
import World

/// A file that is only ever appended to, open until the last reference is gone.
final class AppendedFile: Sendable {
  private let descriptor: Int32
  /// Whether the file, when it was opened, ended in the middle of a line.
  let endsMidLine: Bool

  struct OpenError: Error { var errorNumber: Int32 }

  init(path: String) throws(OpenError) {
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC
    var descriptor = open(path, flags, 0o644)
    // A sink may be a pipe or a file we may write but not read.
    if descriptor < 0, errno == EACCES || errno == EINVAL || errno == ENXIO {
      descriptor = open(path, (flags & ~O_RDWR) | O_WRONLY, 0o644)
    }
    guard descriptor >= 0 else { throw OpenError(errorNumber: errno) }
    self.descriptor = descriptor
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    endsMidLine = size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) -> (errorNumber: Int32, written: Int)? { writeAll(bytes, to: descriptor) }
}
