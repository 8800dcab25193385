import World

/// The scopes that a row is measured in.
enum Inside {
  case noScope
  case scopes(Int, of: @Sendable () -> World = { Current })
  /// Nested bindings of a task-local world.
  case taskLocals(Int)

  func run(_ operation: () -> Figure) -> Figure {
    switch self {
    case .noScope: operation()
    case .scopes(let depth, let world): Inside.scopes(depth, world(), operation)
    case .taskLocals(let depth): Inside.taskLocals(depth, Current, operation)
    }
  }

  private static func scopes(_ depth: Int, _ world: World, _ operation: () -> Figure) -> Figure {
    depth == 0 ? operation() : withWorld(world) { scopes(depth - 1, world, operation) }
  }

  private static func taskLocals(_ depth: Int, _ world: World, _ operation: () -> Figure) -> Figure {
    if depth == 0 { return operation() }
    return TaskLocalWorld.$current.withValue(world) { taskLocals(depth - 1, world, operation) }
  }
}
