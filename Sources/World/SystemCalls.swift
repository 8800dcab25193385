// The differences between platforms. Windows, Android and WASI haven't been built yet; their branches are a start.

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
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif os(Windows)
  import WinSDK
  import ucrt
#endif

#if canImport(Dispatch)
  import Dispatch
#endif

extension World {
  /// The user's locale: that of the system's settings, or on Linux and WASI that of the POSIX environment variables,
  /// which Foundation ignores.
  @usableFromInline static func liveLocale() -> Locale {
    #if canImport(Darwin) || os(Windows) || os(Android)
      .autoupdatingCurrent
    #else
      POSIXEnvironment.locale
    #endif
  }

  /// The user's time zone: that of the system's settings, or on Linux and WASI that of `TZ`, of whose forms Foundation
  /// supports one.
  @usableFromInline static func liveTimeZone() -> TimeZone {
    #if canImport(Darwin) || os(Windows) || os(Android)
      .autoupdatingCurrent
    #else
      POSIXEnvironment.timeZone ?? .autoupdatingCurrent
    #endif
  }
}

/// What tells the running thread from others.
package func currentThread() -> UInt {
  #if canImport(Darwin) || os(Android)
    UInt(bitPattern: pthread_self())
  #elseif os(Windows)
    UInt(GetCurrentThreadId())
  #elseif os(WASI)
    0
  #else
    UInt(pthread_self())
  #endif
}

/// Lets threads wait for another one to end something.
struct ThreadSignal: Sendable {
  #if canImport(Dispatch)
    private let group = DispatchGroup()

    init() { group.enter() }

    /// Lets all threads go on that wait, and those that will. Call it once.
    func send() { group.leave() }

    func wait() { group.wait() }
  #else
    // Without threads there is no other one that could send it.
    func send() {}
    func wait() { fatalError("World: the only thread would wait for itself") }
  #endif
}

/// Writes one line to standard error in one call, so that lines of several threads don't mix.
package func writeLineToStandardError(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    #if os(Windows)
      _ = _write(2, bytes.baseAddress, UInt32(bytes.count))
    #else
      // An interrupted write is begun again; a closed standard error takes nothing.
      while write(STDERR_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
    #endif
  }
}
