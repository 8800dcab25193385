import Foundation
import Shop
import Synchronization
import World

// The usual ways to have a global world, to compare with.

/// As teams have it that accept the race.
nonisolated(unsafe) var unsafeWorld = World()

/// Behind a lock.
let lockedWorld = Mutex(World())

/// The struct itself in a task-local.
enum TaskLocalWorld {
  @TaskLocal static var current = World()
}

/// Services by type, in a dictionary behind a lock.
final class Locator: Sendable {
  static let shared = Locator()

  private let services = Mutex<[ObjectIdentifier: any Sendable]>([:])

  func register<Service: Sendable>(_ service: Service) {
    services.withLock { $0[ObjectIdentifier(Service.self)] = service }
  }

  func resolve<Service: Sendable>(_ type: Service.Type) -> Service {
    guard let service = services.withLock({ $0[ObjectIdentifier(type)] }) as? Service else {
      fatalError("\(type) isn't registered")
    }
    return service
  }
}

/// Puts one date closure everywhere.
func setUp(_ date: DateClosure) {
  let closure = date.closure
  Current.date = closure
  unsafeWorld.date = closure
  lockedWorld.withLock { $0.date = closure }
  Locator.shared.register(Clock(date: closure))
}
