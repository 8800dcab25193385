import Synchronization

extension World {
  /// The service of a type.
  ///
  /// It is the service that was assigned, else in a live world `live`, else `mock`.
  ///
  /// **Cost.** That of a built-in dependency and of a look-up in a hash table, independent of the number of services.
  ///
  /// **Thread-safety.** `live` is built exactly once per process and `mock` exactly once per scope. Threads that read
  /// the service while it is built wait.
  public subscript<S: Service>(_ type: S.Type) -> S {
    _read { yield box(of: type).service }
    set {
      assignments.changes.insert(type)
      services[type] = Box(newValue, from: assignments.author, over: services[type])
    }
  }

  // Not inlined: so the accessor's frame is small, and isn't allocated.
  @inline(never)
  private func box<S: Service>(of type: S.Type) -> Box<S> {
    let box =
      services.find(type) ?? services.cache?.resolve(type, in: self) ?? withWorld(self) { type.boxOfMock() }
    // While services are built, it is noted what each one reads.
    if Build.serviceCount.load(ordering: .relaxed) != 0 { Build.noteRead(of: box) }
    // Under a type there is a box of that type, and of no other.
    return unsafeDowncast(box, to: Box<S>.self)
  }

  /// Removes an assigned service. The world then returns its `live` or its `mock` again.
  ///
  /// ```swift
  /// withWorld { $0.remove(Payments.self) } operation: { Current.payments }     // the live ones
  /// ```
  ///
  /// To reset a built-in dependency, assign the live one: `world.date = World().date`.
  ///
  /// **Cost.** That of assigning a service.
  public mutating func remove<S: Service>(_ type: S.Type) {
    assignments.changes.insert(type)
    services[type] = nil
  }
}
