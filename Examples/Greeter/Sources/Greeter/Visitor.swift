import Foundation
public import World

/// The person to greet.
public struct Visitor: World.LiveService {
  /// The visitor's name; `nil` if it isn't known.
  public var name: @Sendable () -> String?

  /// A visitor with a function that returns the name.
  public init(name: @escaping @Sendable () -> String?) { self.name = name }

  /// The user who runs the program.
  public static var live: Visitor {
    Visitor(name: { NSUserName() })
  }

  /// Always Ada.
  public static var mock: Visitor {
    Visitor(name: { "Ada" })
  }
}

// `nonisolated` lets any thread read the service, also where the main actor is the default isolation.
nonisolated extension World {
  /// The person to greet.
  public var visitor: Visitor {
    get { self[Visitor.self] }
    set { self[Visitor.self] = newValue }
  }
}
