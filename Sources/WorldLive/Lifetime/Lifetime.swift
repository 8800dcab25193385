import World

/// How long a value that was built at first use is kept.
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
/// To write another one, say where a value is kept:
///
/// ```swift
/// extension Lifetime {
///   static func fresh(for seconds: TimeInterval) -> Lifetime {
///     Lifetime {
///       let kept = Mutex<(value: Value, until: Date)?>(nil)
///       return Storage(
///         load: {
///           let now = Current.date()
///           return kept.withLock { $0.flatMap { now < $0.until ? $0.value : nil } }
///         },
///         store: { value in
///           let until = Current.date() + seconds
///           kept.withLock { $0 = (value, until) }
///         })
///     }
///   }
/// }
/// ```
public struct Lifetime<Value: Sendable>: Sendable {
  /// Where one value is kept.
  public struct Storage: Sendable {
    /// The value, unless it was never stored or its time is over.
    public var load: @Sendable () -> Value?
    /// Keeps a value that was built.
    public var store: @Sendable (Value) -> Void

    /// A storage of two functions. They are called under no lock: `load` from any thread at any time, also beside
    /// `store`; `store` never twice at once.
    public init(load: @escaping @Sendable () -> Value?, store: @escaping @Sendable (Value) -> Void) {
      self.load = load
      self.store = store
    }
  }

  let makeStorage: @Sendable () -> Storage

  /// A lifetime of a storage for each value: one, or one for each combination of arguments.
  public init(_ makeStorage: @escaping @Sendable () -> Storage) { self.makeStorage = makeStorage }

  /// Built at first use, and kept as long as the closure is.
  public static var singleton: Lifetime {
    Lifetime {
      let kept = Lock<Value?>(nil)
      return Storage(load: { kept.withLock { $0 } }, store: { value in kept.withLock { $0 = value } })
    }
  }
}

extension Lifetime where Value: AnyObject {
  /// Kept only while somebody holds the value; after that the next use builds it anew.
  public static var weak: Lifetime {
    Lifetime {
      let kept = Lock(Weak())
      return Storage(
        load: { kept.withLock { $0.value } }, store: { value in kept.withLock { $0.value = value } })
    }
  }

  private struct Weak: Sendable { weak var value: Value? }
}
