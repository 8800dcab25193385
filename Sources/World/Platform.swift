// The differences between Linux and Apple platforms.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// MARK: - The user's settings

extension World {
  /// The user's locale: on Apple platforms that of the system's settings, elsewhere that of the POSIX environment
  /// variables, which Foundation ignores.
  @usableFromInline static func liveLocale() -> Locale {
    #if canImport(Darwin)
      .autoupdatingCurrent
    #else
      POSIXLocale.ofProcess
    #endif
  }

  /// The user's time zone: on Apple platforms that of the system's settings, elsewhere that of `TZ`, of whose forms
  /// Foundation supports one.
  @usableFromInline static func liveTimeZone() -> TimeZone {
    #if canImport(Darwin)
      .autoupdatingCurrent
    #else
      POSIXTimeZone.ofProcess ?? .autoupdatingCurrent
    #endif
  }
}

// MARK: - Threads

/// The running thread, comparable and hashable.
struct ThreadID: Hashable, Sendable {
  private let bits: UInt

  static var current: ThreadID {
    #if canImport(Darwin)
      ThreadID(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(bits: UInt(pthread_self()))
    #endif
  }
}

// MARK: - Standard error

/// Writes one line to standard error in one call, so that lines of several threads don't mix.
package func writeLineToStandardError(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    // An interrupted write is begun again; a closed standard error takes nothing.
    while write(STDERR_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
  }
}
