import World

/// A service that has the name of another module's.
package struct Courier: World.LiveService {
  package static var live: Courier { Courier() }
  package static var mock: Courier { Courier() }
}
