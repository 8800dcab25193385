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

/// A lock that a thread can wait under: a mutex with a condition variable.
///
/// `Synchronization.Mutex` has no condition variable, and Foundation's `NSCondition` links all of Foundation into a
/// static program. Time is monotonic: a change of the system's clock neither ends a wait nor lengthens it.
///
/// `@unchecked Sendable`: both pointers are set once in `init`, stay valid until `deinit`, and POSIX allows
/// every operation used here from any thread.
final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` with the lock held. `body` must not run a caller's code.
  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// A point in monotonic time.
  struct Deadline {
    private let instant: Duration

    init(after duration: Duration) { instant = Deadline.now + duration }

    var isOver: Bool { Deadline.now >= instant }

    /// The argument of the system's calls: on Apple platforms the remaining time, elsewhere the instant.
    fileprivate var time: timespec {
      #if canImport(Darwin)
        let (seconds, attoseconds) = max(instant - Deadline.now, .zero).components
      #else
        let (seconds, attoseconds) = instant.components
      #endif
      return timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }

    private static var now: Duration {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
  }

  /// Releases the lock, waits until `wakeAll` is called or a deadline has passed, and acquires the lock again. It may
  /// return earlier. Call it only inside `withLock`.
  func wait(until deadline: Deadline?) {
    guard let deadline else {
      pthread_cond_wait(condition, mutex)
      return
    }
    var time = deadline.time
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }

  /// Wakes all threads that wait.
  func wakeAll() { pthread_cond_broadcast(condition) }
}

// MARK: - The process

/// Ends the process with the exit code that `sysexits.h` has for a wrong command line.
@usableFromInline
package func exitForWrongUsage() -> Never { exit(64) }

// MARK: - Files

/// Writes one line to standard error in one call, so that lines of several threads don't mix.
package func writeLineToStandardError(_ line: String) {
  _ = writeAll(Array((line + "\n").utf8), to: STDERR_FILENO)
}

/// Writes all bytes, starting over after interruptions and partial writes.
///
/// - Returns: `nil`, or the error number and how many bytes were written before it.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> (errorNumber: Int32, written: Int)? {
  bytes.withUnsafeBytes { buffer in
    var written = 0
    while written < buffer.count {
      let count = write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return (errno, written)
      }
    }
    return nil
  }
}

/// The system's description of an error number.
package func describe(errorNumber: Int32) -> String { String(cString: strerror(errorNumber)) }
