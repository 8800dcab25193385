import World

/// The arguments of a call, to tell calls apart.
///
/// `@unchecked Sendable`: all that is put in is `Sendable`, which `AnyHashable` forgets.
struct Arguments: Hashable, @unchecked Sendable {
  private let values: [AnyHashable]

  init<each Value: Hashable & Sendable>(_ value: repeat each Value) {
    var values: [AnyHashable] = []
    for value in repeat each value { values.append(AnyHashable(value)) }
    self.values = values
  }
}
