// SPDX-License-Identifier: MIT

import Synchronization
import World

extension World {
  /// The time for which a closure caches the value that it built at its first call.
  ///
  /// ```swift
  /// World.bootstrap {
  ///   $0.database = lifetime(.singleton) { try Database.open() }
  ///   $0.thumbnails = lifetime(.weak) { ThumbnailCache() }
  /// }
  /// ```
  ///
  /// A closure without a lifetime builds a new value at each call.
  ///
  /// To define your own lifetime, choose where a value is cached:
  ///
  /// ```swift
  /// extension World.Lifetime {
  ///   static func fresh(for seconds: TimeInterval) -> Self {
  ///     Self {
  ///       let cached = Mutex<(value: Value, until: Date)?>(nil)
  ///       return Storage(
  ///         load: {
  ///           let now = Current.date()
  ///           return cached.withLock { $0.flatMap { now < $0.until ? $0.value : nil } }
  ///         },
  ///         store: { value in
  ///           let until = Current.date() + seconds
  ///           cached.withLock { $0 = (value, until) }
  ///         })
  ///     }
  ///   }
  /// }
  /// ```
  public struct Lifetime<Value: Sendable>: Sendable {
    /// The storage of one cached value.
    public struct Storage: Sendable {
      @usableFromInline let load: @Sendable () -> Value?
      @usableFromInline let store: @Sendable (Value) -> Void

      /// Creates a storage from two functions.
      ///
      /// **Thread-safety.** Both are called without a lock: `load` on any thread at any time, even during `store`; `store` by one
      /// build at a time.
      ///
      /// - Parameters:
      ///   - load: Returns the value, or `nil` if none was stored or if it has expired.
      ///   - store: Stores a new value.
      public init(load: @escaping @Sendable () -> Value?, store: @escaping @Sendable (Value) -> Void) {
        self.load = load
        self.store = store
      }
    }

    let makeStorage: @Sendable () -> Storage

    /// Creates a lifetime with a storage for each value: one, or one for each combination of arguments.
    ///
    /// - Parameter makeStorage: Called without a lock. If several threads make the first call at once, surplus storages are
    ///   released unused.
    public init(_ makeStorage: @escaping @Sendable () -> Storage) { self.makeStorage = makeStorage }

    /// A lifetime that caches one value from the first call until the closure is released.
    @inlinable public static var singleton: Self {
      Self {
        let cell = Cell<Value>()
        return Storage(load: { cell.value }, store: { cell.store($0) })
      }
    }
  }
}

extension World.Lifetime where Value: AnyObject {
  /// A lifetime that caches one value while something holds a reference to it; after that, the next call builds a new one.
  public static var weak: Self {
    Self {
      let cached = Lock(Weak())
      return Storage(
        load: { cached.withLock { $0.value } }, store: { value in cached.withLock { $0.value = value } })
    }
  }

  private struct Weak: Sendable { weak var value: Value? }
}

/// A value that is stored once and read without a lock.
@usableFromInline
final class Cell<Value: Sendable>: Sendable {
  // An atomic pointer may be shared. Its memory is written before the releasing store, never changes, and is freed with the cell.
  @usableFromInline nonisolated(unsafe) let address = Atomic<UnsafeMutablePointer<Value>?>(nil)

  @inlinable init() {}
  @inlinable var value: Value? { address.load(ordering: .acquiring)?.pointee }

  @usableFromInline func store(_ value: Value) {
    let new = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    new.initialize(to: value)
    let (isStored, _) = address.compareExchange(expected: nil, desired: new, ordering: .releasing)
    if isStored { return }
    // No reader knows a second value.
    new.deinitialize(count: 1)
    new.deallocate()
  }

  deinit {
    guard let address = address.load(ordering: .acquiring) else { return }
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
