// SPDX-License-Identifier: MIT

/// Runs an operation whose tasks use a nonescaping closure.
///
/// When the operation returns, each call of the closure has ended or will never continue: its task waits forever, as in
/// a deadlock, and retains the closure. `withoutActuallyEscaping` ends the process if the closure is still retained at
/// the end, so this function releases the references of those tasks.
func withEscaping(
  _ closure: @Sendable () async throws -> Void,
  _ operation: (@escaping @Sendable () async throws -> Void) async throws -> Void
) async throws {
  try await withoutActuallyEscaping(closure) { closure in
    // A closure is a function and an object that holds its captures. It is stored in a structure, because a generic
    // function would get it wrapped in another closure.
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
