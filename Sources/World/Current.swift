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
/// **Thread-safety.** Read and write it from anywhere at any time. In-place mutation is atomic: two threads that
/// set two different dependencies both win, and `Current.settings.read = …` loses nothing that another thread
/// wrote meanwhile. Readers never wait for writers; writers of one world take turns. A write from inside a write
/// is reported and lost. Don't pass `&Current` to an async function: a write that lasts across an `await` keeps the
/// others waiting, and after ten seconds, or at once on its own thread, they are reported and lost.
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
    let edit = Edit()
    edit.world = newValue
    edit.commit()
  }
  _modify {
    let edit = Edit()
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
