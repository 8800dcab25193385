// SPDX-License-Identifier: MIT

extension World {
  /// Accesses the service of a type.
  ///
  /// Returns the assigned service. If there is none, returns `live` in a live world, and `mock` in a mock world.
  ///
  /// **Cost.** A read of a built-in dependency and a look-up in a hash table, regardless of the number of services.
  ///
  /// **Thread-safety.** `live` is built exactly once per process, and `mock` once for a mock world and its copies. Threads that read
  /// the service during the build wait for it.
  public subscript<S: Service>(_ type: S.Type) -> S {
    _read { yield box(of: type).service }
    set {
      assignments.insert(type)
      services[type] = Box(newValue)
    }
  }

  // Not inlined, to keep the accessor's frame small: a larger frame is allocated on the heap.
  @inline(never)
  private func box<S: Service>(of type: S.Type) -> Box<S> {
    // The key of a box is the type of its service.
    unsafeDowncast(services[type] ?? services.store.box(of: type, in: self), to: Box<S>.self)
  }

  /// Removes an assigned service. The world then returns its `live` or its `mock` again.
  ///
  /// ```swift
  /// withWorld { $0.remove(Payments.self) } operation: { Current.payments }     // the live ones
  /// ```
  ///
  /// To reset a built-in dependency, assign the live one: `world.date = World.live.date`.
  ///
  /// **Cost.** The same as an assignment.
  public mutating func remove<S: Service>(_ type: S.Type) {
    assignments.insert(type)
    services[type] = nil
  }
}
