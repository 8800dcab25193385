// Calls that differ by platform. The branches for Windows, Android and WASI haven't been built yet.

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

/// Writes one line to standard error in one call, so that lines of several threads don't mix.
package func writeLineToStandardError(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    #if os(Windows)
      _ = _write(2, bytes.baseAddress, UInt32(bytes.count))
    #else
      // Repeats an interrupted write; other errors, such as a closed file, are ignored.
      while write(STDERR_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
    #endif
  }
}
