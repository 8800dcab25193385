public import Synchronization

/// What a service reads while it is built: the other services that it is built from.
@usableFromInline
final class BuildRecord: Sendable {
  /// Whether any service is being built now; only then does a look-up cost more than this load.
  @usableFromInline static let areKept = Atomic(false)

  private static let count = Lock(0)

  /// The record of what the running task builds, also known to tasks that building starts.
  @TaskLocal private static var current: BuildRecord?

  /// `nil` when the service was built, though tasks that building started may go on.
  private let uses = Lock<[any World.Service.Type]?>([])

  /// Notes that a service is read.
  @inlinable
  static func note<S: World.Service>(_ type: S.Type) {
    if areKept.load(ordering: .relaxed) { noteKept(type) }
  }

  @usableFromInline
  @inline(never)
  static func noteKept(_ type: any World.Service.Type) {
    current?.uses.withLock { uses in
      if uses?.contains(where: { $0 == type }) == false { uses?.append(type) }
    }
  }

  /// Builds a service.
  ///
  /// - Returns: The service, and those that it read meanwhile.
  static func keep<S>(_ build: () -> S) -> (service: S, uses: [any World.Service.Type]) {
    let record = BuildRecord()
    change(by: 1)
    defer { change(by: -1) }
    let service = $current.withValue(record, operation: build)
    return (
      service,
      record.uses.withLock { uses in
        defer { uses = nil }
        return uses ?? []
      }
    )
  }

  private static func change(by difference: Int) {
    count.withLock { count in
      count += difference
      areKept.store(count > 0, ordering: .relaxed)
    }
  }
}
