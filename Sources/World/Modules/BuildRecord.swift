import Synchronization

/// What a service reads while it is built: the other services that it is built from.
@usableFromInline
final class BuildRecord: Sendable {
  /// How many services are being built now; only then does a look-up cost more than this load.
  @usableFromInline static let count = Atomic(0)

  /// The record of what the running task builds, also known to tasks that building starts.
  @TaskLocal private static var current: BuildRecord?

  /// `nil` when the service was built, though tasks that building started may go on.
  private let uses = Lock<[any World.Service.Type]?>([])

  /// Notes that a service is read.
  @inlinable
  static func note<S: World.Service>(_ type: S.Type) {
    if _slowPath(count.load(ordering: .relaxed) != 0) { noteKept(type) }
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
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    let service = $current.withValue(record, operation: build)
    return (
      service,
      record.uses.withLock { uses in
        defer { uses = nil }
        return uses ?? []
      }
    )
  }
}
