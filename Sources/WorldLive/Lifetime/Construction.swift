import World

/// Something that is being built in a task, by its name. It knows what it waits for, so that a circle is found
/// before anybody waits in it, also across tasks.
final class Construction: Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  /// What the running task builds, if anything; also known to the tasks that building starts.
  @TaskLocal private static var innermost: Construction?

  /// Which construction waits for which ones, and how often.
  private static let awaited = Lock<[ObjectIdentifier: [ObjectIdentifier: Edge]]>([:])

  private struct Edge: Sendable {
    let awaited: Construction
    var count = 0
  }

  /// Builds, and tells how that ended.
  func outcome<Value, Failure: Error>(
    of build: @Sendable () async throws(Failure) -> Value
  ) async -> Result<Value, Failure> {
    await Construction.$innermost.withValue(self) {
      do throws(Failure) { return .success(try await build()) } catch { return .failure(error) }
    }
  }

  /// Notes that what the running task builds waits for this one.
  ///
  /// - Returns: The names along the circle that would close, and then nothing is noted; else, what waits.
  func beginWaiting() -> Wait {
    guard let me = Construction.innermost else { return .free }
    return Construction.awaited.withLock { awaited in
      var visited: Set<ObjectIdentifier> = []
      if let path = path(to: me, in: awaited, visited: &visited) { return .circular(path + [name]) }
      awaited[ObjectIdentifier(me), default: [:]][ObjectIdentifier(self), default: Edge(awaited: self)]
        .count += 1
      return .noted(me)
    }
  }

  enum Wait {
    /// Nothing is being built that could be part of a circle.
    case free
    case noted(Construction)
    case circular([String])
  }

  func endWaiting(of waiter: Construction) {
    Construction.awaited.withLock { awaited in
      let (from, to) = (ObjectIdentifier(waiter), ObjectIdentifier(self))
      awaited[from]?[to]?.count -= 1
      if awaited[from]?[to]?.count == 0 { awaited[from]?[to] = nil }
      if awaited[from]?.isEmpty == true { awaited[from] = nil }
    }
  }

  private func path(
    to other: Construction, in awaited: [ObjectIdentifier: [ObjectIdentifier: Edge]],
    visited: inout Set<ObjectIdentifier>
  ) -> [String]? {
    if self === other { return [name] }
    guard visited.insert(ObjectIdentifier(self)).inserted else { return nil }
    for edge in (awaited[ObjectIdentifier(self)] ?? [:]).values {
      if let path = edge.awaited.path(to: other, in: awaited, visited: &visited) { return [name] + path }
    }
    return nil
  }
}
