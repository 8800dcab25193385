import Foundation
import Shop
import Synchronization
import World

// Baselines: the usual ways to share a global world.

/// A global variable without protection, for teams that accept the data race.
nonisolated(unsafe) var unsafeWorld = World()

/// A world behind a lock.
let lockedWorld = Mutex(World())

/// A world in a task-local value.
enum TaskLocalWorld {
  @TaskLocal static var current = World()
}

/// A service locator: a dictionary of services by type, behind a lock.
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

/// Assigns the same date closure to Current and to all baselines.
func setUp(_ date: DateClosure) {
  let closure = date.closure
  Current.date = closure
  unsafeWorld.date = closure
  lockedWorld.withLock { $0.date = closure }
  Locator.shared.register(Clock(date: closure))
}
