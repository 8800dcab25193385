// SPDX-License-Identifier: MIT

/// Runs an operation that makes tasks of a closure that mustn't escape.
///
/// When the operation returns, each call of the closure is over, or will never go on: its task waits for something that
/// never comes, such as in a deadlock, and holds the closure. `withoutActuallyEscaping` ends the process if somebody
/// holds the closure in the end; so the references of those tasks are given up for them.
func withEscaping(
  _ closure: @Sendable () async throws -> Void,
  _ operation: (@escaping @Sendable () async throws -> Void) async throws -> Void
) async throws {
  try await withoutActuallyEscaping(closure) { closure in
    // A closure is a function and an object that holds what it captures. In a structure, so that it stays as it is: given
    // to a generic function, it would be wrapped in another one.
    let context = unsafeBitCast(
      Stored(closure: closure), to: (function: UInt, context: UnsafeRawPointer?).self
    ).context
    let before = context.map { retainCount($0) } ?? 0
    defer {
      // Nobody else uses the object: the operation is over, and the tasks that hold it are never run again. So nothing
      // is released twice.
      if let context {
        while retainCount(context) > before { Unmanaged<AnyObject>.fromOpaque(context).release() }
      }
    }
    try await operation(closure)
  }
}

private struct Stored {
  let closure: @Sendable () async throws -> Void
}

@_silgen_name("swift_retainCount")
private func retainCount(_ object: UnsafeRawPointer) -> Int
