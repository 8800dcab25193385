/// The world in force: the innermost `withWorld` of the
/// running task, else the process-wide world.
///
/// ```swift
/// let now = Current.date()           // read
/// Current.date = { fixed }           // replace one dependency
/// Current = World(date: { fixed })   // replace the world
/// ```
///
/// Inside a `withWorld` a write changes that scope alone. Outside, it changes the process-wide world; set that
/// up once with ``World/bootstrap(fileID:filePath:line:column:_:)``, later writes are reported.
///
/// **Thread-safety.** Read and write it from any thread and any task, also while it is written there. A write changes a
/// copy and merges what it assigned, dependency by dependency; nobody waits. Two writes of different dependencies both take
/// effect; of two writes of one dependency the later one wins. A signal handler must not use it, and a child process of
/// `fork` that runs no other program may only read it.
///
/// **Cost.** Outside any scope, about that of an unsafe global variable. Inside a scope, a task-local look-up
/// more.
public var Current: World {
  @inlinable
  _read {
    var owner: Unmanaged<AnyObject>?
    let address = FastPath.address ?? currentWorld(&owner)
    defer { owner?.release() }
    yield address.pointee
  }
  set {
    var edit = Edit()
    edit.world = newValue
    edit.commit()
  }
  _modify {
    var edit = Edit()
    defer { edit.commit() }
    yield &edit.world
  }
}

/// The address of the current world, where the shortcut is closed.
///
/// - Parameter owner: Set to what the reader must release after it read the world, if anything.
@usableFromInline
@inline(never)
func currentWorld(_ owner: inout Unmanaged<AnyObject>?) -> UnsafePointer<World> {
  Scope.currentAddress(&owner)
}
