import World

// Each writes or copies. Not inlined, so that all are compiled alike.

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

/// Where copies go, so that the optimiser can't leave them out.
nonisolated(unsafe) private var copied = World()

@inline(never)
func copyCurrent(_ count: Int) {
  for _ in 0..<count { copied = Current }
}

@inline(never)
func copyUnsafe(_ count: Int) {
  for _ in 0..<count { copied = unsafeWorld }
}
