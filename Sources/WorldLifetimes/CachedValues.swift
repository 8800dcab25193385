// SPDX-License-Identifier: MIT

import World

/// The values of one closure with a lifetime: one, or one for each combination of arguments.
@usableFromInline
final class CachedValues<Value: Sendable, Failure: Error, each Argument: Hashable & Sendable>: Sendable {
  @usableFromInline typealias Cached = CachedValue<Value, Failure>

  private struct Arguments: Hashable, Sendable {
    let values: (repeat each Argument)

    static func == (a: Arguments, b: Arguments) -> Bool {
      var areEqual = true
      for (a, b) in repeat (each a.values, each b.values) { areEqual = areEqual && a == b }
      return areEqual
    }

    func hash(into hasher: inout Hasher) {
      for value in repeat each values { hasher.combine(value) }
    }
  }

  private struct Entry: Sendable {
    let arguments: Arguments
    let value: Cached
  }

  private let make: @Sendable () -> Cached
  /// The only value, if there are no arguments.
  @usableFromInline let single: Cached?
  /// Keyed by the arguments' hash value. Entries are never removed.
  private let entries = Lock<[Int: [Entry]]>([:])

  @usableFromInline init(
    _ lifetime: World.Lifetime<Value>, name: String?, _ fileID: StaticString, _ line: UInt
  ) {
    let name = name ?? "\(Value.self) (\(fileID):\(line))"
    make = { Cached(storage: lifetime.makeStorage(), name: name) }
    var isSingle = true
    for _ in repeat (each Argument).self { isSingle = false }
    single = isSingle ? make() : nil
  }

  /// Returns the cached value for the arguments. They are hashed and compared without a lock, since that runs client code.
  @usableFromInline func value(for argument: repeat each Argument) -> Cached {
    if let single { return single }
    let arguments = Arguments(values: (repeat each argument))
    // Such arguments would never be found again.
    if arguments != arguments {
      IssueReporter.report(
        "A closure with a lifetime was called with an argument that isn't equal to itself, such as Double.nan; each such call builds a value",
        fixes: ["call it with arguments that are equal to themselves"], isAtCaller: true)
      return make()
    }
    let hash = arguments.hashValue
    var added: Cached?
    while true {
      let found = entries.withLock { $0[hash] ?? [] }
      if let entry = found.first(where: { $0.arguments == arguments }) { return entry.value }
      let entry = Entry(arguments: arguments, value: added ?? make())
      added = entry.value
      let isAdded = entries.withLock { entries in
        // If another thread has added an entry, it may be for these arguments: look again.
        guard entries[hash, default: []].count == found.count else { return false }
        entries[hash, default: []].append(entry)
        return true
      }
      if isAdded { return entry.value }
    }
  }
}
