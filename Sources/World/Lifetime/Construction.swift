/// Something that is being built in a task, by its name. It knows what it waits for, so that a circle is found
/// before anybody waits in it, also across tasks.
final class Construction: Sendable {
  let name: String

  init(_ name: String) { self.name = name }

  /// What the running task builds, if anything; also known to the tasks that building starts.
  @TaskLocal private static var innermost: Construction?

  /// Which construction waits for which ones.
  private static let awaited = Lock<[ObjectIdentifier: [Construction]]>([:])

  func run<Value, Failure: Error>(
    _ build: @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var outcome: Result<Value, Failure>?
    await Construction.$innermost.withValue(self) {
      do throws(Failure) { outcome = .success(try await build()) } catch { outcome = .failure(error) }
    }
    return try outcome.afterwards.get()
  }

  /// Notes that what the running task builds waits for this one.
  ///
  /// - Returns: The names along the circle that would close, and then nothing is noted; else, what waits.
  func beginWaiting() -> Wait {
    guard let me = Construction.innermost else { return .free }
    return Construction.awaited.withLock { awaited in
      if let path = path(to: me, in: awaited) { return .circular(path + [name]) }
      awaited[ObjectIdentifier(me), default: []].append(self)
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
      let id = ObjectIdentifier(waiter)
      if let index = awaited[id]?.firstIndex(where: { $0 === self }) { awaited[id]?.remove(at: index) }
      if awaited[id]?.isEmpty == true { awaited[id] = nil }
    }
  }

  private func path(to other: Construction, in awaited: [ObjectIdentifier: [Construction]]) -> [String]? {
    if self === other { return [name] }
    for next in awaited[ObjectIdentifier(self)] ?? [] {
      if let path = next.path(to: other, in: awaited) { return [name] + path }
    }
    return nil
  }
}
