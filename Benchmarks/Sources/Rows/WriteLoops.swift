import World

// Loops that write or copy. They aren't inlined, so that all are compiled alike.

@inline(never)
func writeCurrent(_ count: Int) {
  let date = DateClosure.capturing.closure
  for _ in 0..<count { Current.date = date }
}

@inline(never)
func writeUnsafe(_ count: Int) {
  let date = DateClosure.capturing.closure
  for _ in 0..<count { unsafeWorld.date = date }
}

@inline(never)
func writeLocked(_ count: Int) {
  let date = DateClosure.capturing.closure
  for _ in 0..<count { lockedWorld.withLock { $0.date = date } }
}

/// Stores copies, so that the optimizer can't remove them.
nonisolated(unsafe) private var copied = World()

@inline(never)
func copyCurrent(_ count: Int) {
  for _ in 0..<count { copied = Current }
}

@inline(never)
func copyUnsafe(_ count: Int) {
  for _ in 0..<count { copied = unsafeWorld }
}
