import World

/// The values that one closure with a lifetime has built, by its arguments.
final class KeptValues<Value: Sendable, Failure: Error>: Sendable {
  typealias Storage = Lifetime<Value>.Storage

  private struct State: Sendable {
    var storages: [Arguments: Storage] = [:]
    var attempts: [Arguments: Attempt] = [:]
    var flights: [Arguments: Flight<Value, Failure>] = [:]
  }

  /// One building, for all who wait for it on their threads.
  private final class Attempt: Sendable {
    let outcome = Lock<Result<Value, Failure>?>(nil)
    var work: Exclusive.Work { Exclusive.Work(owner: ObjectIdentifier(self)) }
  }

  private let lifetime: Lifetime<Value>
  private let name: String
  private let state = Lock(State())

  init(_ lifetime: Lifetime<Value>, name: String?) {
    self.lifetime = lifetime
    self.name = name ?? "\(Value.self)"
  }

  private func storage(for arguments: Arguments) -> Storage {
    if let storage = state.withLock({ $0.storages[arguments] }) { return storage }
    let new = lifetime.makeStorage()
    return state.withLock { state in
      if let earlier = state.storages[arguments] { return earlier }
      state.storages[arguments] = new
      return new
    }
  }

  /// How many wait for a value now, so that a test needn't guess.
  var waiterCount: Int {
    let (attempts, flights) = state.withLock { ($0.attempts.values.map(\.work), Array($0.flights.values)) }
    return Exclusive.waiterCount(of: Set(attempts)) + flights.map(\.waiterCount).reduce(0, +)
  }

  // MARK: On threads

  func value(
    for arguments: Arguments, build: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let storage = storage(for: arguments)
    if let value = storage.load() { return value }
    let attempt = state.withLock { state in
      let attempt = state.attempts[arguments] ?? Attempt()
      state.attempts[arguments] = attempt
      return attempt
    }
    while true {
      switch Exclusive.begin(attempt.work, name: name, isDone: { attempt.outcome.withLock { $0 != nil } }) {
      case .mine:
        let outcome = Result { () throws(Failure) in
          // Perhaps it was built since.
          if let value = storage.load() { return value }
          let value = try build()
          storage.store(value)
          return value
        }
        state.withLock { $0.attempts[arguments] = nil }
        Exclusive.end(attempt.work, finish: { attempt.outcome.withLock { $0 = outcome } })
        return try outcome.get()
      case .done:
        if let outcome = attempt.outcome.withLock({ $0 }) { return try outcome.get() }
      case .circular(let path):
        try fail(path)
      case .suspended:
        try fail([name, name])
      case .impatient:
        IssueReporter.report(
          "\(name) takes long to build, and others wait for it",
          fixes: ["while it is built, don't wait for another thread that asks for it"])
      }
    }
  }

  private func fail(_ path: [String]) throws(Failure) -> Never {
    let circle = CircularConstruction(path: path)
    if let failure = circle as? Failure { throw failure }
    fatalError("World: \(circle)")
  }

  // MARK: In tasks

  func value(
    for arguments: Arguments, build: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let storage = storage(for: arguments)
    if let value = storage.load() { return value }
    let flight = flight(for: arguments) { () async throws(Failure) in
      // Perhaps it was built since.
      if let value = storage.load() { return value }
      let value = try await build()
      storage.store(value)
      return value
    }
    switch flight.construction.beginWaiting() {
    case .free:
      return try await flight.value()
    case .noted(let waiter):
      defer { flight.construction.endWaiting(of: waiter) }
      return try await flight.value()
    case .circular(let path):
      try fail(path)
    }
  }

  /// The flight that is underway, else one that takes off.
  private func flight(
    for arguments: Arguments, build: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Flight<Value, Failure> {
    let new = Flight<Value, Failure>(name: name)
    let flight = state.withLock { state in
      if let flight = state.flights[arguments] { return flight }
      state.flights[arguments] = new
      return new
    }
    if flight === new {
      new.take(build, whenOver: { self.state.withLock { $0.flights[arguments] = nil } })
    }
    return flight
  }
}
