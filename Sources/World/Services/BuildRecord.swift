import Synchronization

/// Which services a service reads while it is built.
@usableFromInline
package final class BuildRecord: Sendable {
  /// How many services are being built. Only while there are some, a look-up records its reader.
  @usableFromInline static let count = Atomic(0)

  /// The record of what the running task builds, also known to tasks that building starts.
  @TaskLocal private static var current: BuildRecord?

  /// Whether the running task builds a service, or began while one was built.
  package static var isBuilding: Bool { current != nil }

  /// `nil` when the service was built, though tasks that building started may go on.
  private let sources = Lock<[any World.Service.Type]?>([])

  @usableFromInline
  @inline(never)
  static func note(_ type: any World.Service.Type) {
    if type is any World.HiddenService.Type { return }
    current?.sources.withLock { sources in
      if sources?.contains(where: { $0 == type }) == false { sources?.append(type) }
    }
  }

  /// Builds a service, and records those that it reads meanwhile.
  static func record<S: World.Service>(_ build: () -> S) -> ServiceBox {
    let record = BuildRecord()
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    let service = $current.withValue(record, operation: build)
    let sources = record.sources.withLock { sources in
      defer { sources = nil }
      return sources ?? []
    }
    return ServiceBox(service, sources: sources)
  }
}
