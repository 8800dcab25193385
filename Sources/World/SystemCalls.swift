// SPDX-License-Identifier: MIT

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

/// The runtime's number of the running task, which no two tasks of a process share; 0 outside of tasks.
package var currentTaskNumber: UInt64 {
  if let currentTask { return currentTask().map { taskNumber(unsafeBitCast($0, to: UnownedJob.self)) } ?? 0 }
  // A task is a job, of which both are the address.
  return withUnsafeCurrentTask { $0.map { taskNumber(unsafeBitCast($0, to: UnownedJob.self)) } ?? 0 }
}

/// The runtime's number of a task; 0 where the job isn't one.
@_silgen_name("swift_task_getJobTaskId")
package func taskNumber(_ job: UnownedJob) -> UInt64

#if canImport(Darwin) || canImport(Glibc)
  /// Returns the running task. `withUnsafeCurrentTask` retains it several times, for five times the cost.
  private let currentTask = dlsym(everything, "swift_task_getCurrent").map {
    unsafeBitCast($0, to: (@convention(c) () -> UnsafeRawPointer?).self)
  }

  /// `RTLD_DEFAULT`: all libraries of the process.
  #if canImport(Darwin)
    private var everything: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -2) }
  #else
    private var everything: UnsafeMutableRawPointer? { nil }
  #endif
#else
  private let currentTask: (@Sendable () -> UnsafeRawPointer?)? = nil
#endif
