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
/// **Thread-safety.** It may be read and written on any thread. No read or write waits for a write that is in progress.
/// A write changes a copy; when it ends, it merges what it assigned into the latest world, dependency by dependency.
/// Writes of different dependencies all take effect: on several threads, nested, or across an `await`. Of overlapping
/// writes of one dependency, the one that ends later wins. That also holds for changes in place: of
/// `Current.settings.read = …` and `Current.settings.write = …` on two threads, one may be lost.
/// A signal handler must not use it. A child process of `fork` that runs no other program may only read its built-in
/// dependencies.
///
/// **Cost.** Until the first `withWorld` of the process, about the same as an unsafe global variable. After that, a task-local
/// look-up in addition.
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
  /// The current world: ``Current``, for a module that declares a restricted `Current` of its own.
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
  /// **Cost.** A copy of the world in addition, unless the compiler sees that only a part of it is used.
  @inlinable public static var current: World {
    Current
  }
}
