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

/// Writes a line to standard error in one call, so that lines from different threads don't interleave.
package func writeLineToStandardError(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { bytes in
    #if os(Windows)
      _ = _write(2, bytes.baseAddress, UInt32(bytes.count))
    #else
      // Retries an interrupted write; other errors, such as a closed file, are ignored.
      while write(STDERR_FILENO, bytes.baseAddress, bytes.count) < 0, errno == EINTR {}
    #endif
  }
}

/// The runtime's number for the running task, unique in the process; 0 outside a task.
package var currentTaskID: UInt64 {
  // A task is a job; both types hold its address.
  withUnsafeCurrentTask { $0.map { taskID(unsafeBitCast($0, to: UnownedJob.self)) } ?? 0 }
}

/// Returns the runtime's number for a task; 0 if the job isn't a task.
@_silgen_name("swift_task_getJobTaskId")
package func taskID(_ job: UnownedJob) -> UInt64
