// SPDX-License-Identifier: MIT

/// The current world: the world of the running task's innermost `withWorld`, otherwise the process-wide world.
///
/// ```swift
/// let now = Current.date()           // read
/// Current.date = { fixed }           // replace one dependency
/// Current = world                    // replace the world
/// ```
///
/// Inside a `withWorld`, a write changes that scope only. Outside, it changes the process-wide world. Set that one up
/// once, with ``World/bootstrap(fileID:filePath:line:column:_:)``; later writes are reported.
///
/// **Thread-safety.** `Current` may be read and written on any thread. Reads and writes don't wait for a write in progress. A write
/// changes a copy; when it ends, it merges its assignments into the latest world, dependency by dependency. Writes to different
/// dependencies all take effect: on several threads, nested, or across an `await`. If writes to the same dependency overlap, the
/// last one to end wins. This includes changes in place: if two threads run `Current.settings.read = …` and
/// `Current.settings.write = …`, one may be lost. Don't use `Current` in a signal handler. In a child process created by `fork`
/// without `exec`, only read its built-in dependencies.
///
/// **Cost.** About the same as an unsafe global variable; after the first `withWorld` of the process, also a task-local look-up.
public var Current: World {
  @inlinable
  _read {
    let current = Scope.reading
    defer { current.owner?.release() }
    yield current.address.pointee
  }
  set {
    let write = Write()
    write.copy.world = newValue
    write.commit()
  }
  _modify {
    let write = Write()
    defer { write.commit() }
    yield &write.copy.world
  }
}

extension World {
  /// The same as ``Current``, for a module that declares its own restricted `Current`.
  ///
  /// ```swift
  /// /// What the module Chat may use of the world.
  /// public protocol ChatWorld {
  ///   var date: @Sendable () -> Date { get }
  ///   var profiles: Profiles { get }
  /// }
  ///
  /// extension World: ChatWorld {}                       // checked by the compiler
  ///
  /// var Current: some ChatWorld { World.current }       // in this module, hides World's
  /// ```
  ///
  /// In Chat, `Current.date()` reads the current world, and `Current.settings` doesn't compile.
  ///
  /// **Cost.** Also a copy of the world, unless the compiler sees that only a part of it is used.
  @inlinable public static var current: World {
    Current
  }
}
