import Foundation
public import World

/// Who stands at the door.
public struct Visitor: World.LiveService {
  /// The visitor's name; `nil` if nobody knows it.
  public var name: @Sendable () -> String?

  /// A visitor whose name a function knows.
  public init(name: @escaping @Sendable () -> String?) { self.name = name }

  /// The user who runs the program.
  public static var live: Visitor {
    Visitor(name: { ProcessInfo.processInfo.environment["USER"] })
  }

  /// Always Ada.
  public static var mock: Visitor {
    Visitor(name: { "Ada" })
  }
}

// `nonisolated` says that the world may be asked from anywhere, also where the main actor is the default isolation.
nonisolated extension World {
  /// Who stands at the door.
  public var visitor: Visitor {
    get { self[Visitor.self] }
    set { self[Visitor.self] = newValue }
  }
}
