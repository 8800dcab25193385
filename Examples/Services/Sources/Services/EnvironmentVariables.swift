import Foundation
import World

/// The environment variables of the process.
///
/// Live, they are read at each call. In a mock world there are none.
struct EnvironmentVariables: World.LiveService {
  /// All variables.
  var all: @Sendable () -> [String: String]

  /// The value of a variable; `nil` if it isn't set.
  subscript(name: String) -> String? { all()[name] }

  static var live: EnvironmentVariables {
    EnvironmentVariables(all: { ProcessInfo.processInfo.environment })
  }
  static var mock: EnvironmentVariables { fixed([:]) }

  /// Fixed variables, for example for a test.
  static func fixed(_ variables: [String: String]) -> EnvironmentVariables {
    EnvironmentVariables(all: { variables })
  }
}

extension World {
  /// The environment variables of the process.
  var environment: EnvironmentVariables {
    get { self[EnvironmentVariables.self] }
    set { self[EnvironmentVariables.self] = newValue }
  }
}
