import Configuration
import World

/// What the program is configured with: live by the environment's variables, in a mock world by nothing.
package struct Config: World.LiveService {
  var reader: ConfigReader

  package static var live: Config {
    Config(reader: ConfigReader(provider: EnvironmentVariablesProvider()))
  }

  package static var mock: Config {
    Config(reader: ConfigReader(provider: InMemoryProvider(values: [:])))
  }
}

extension World {
  /// `Current.config.int(forKey: "http.port", default: 8080)`
  package var config: ConfigReader {
    get { self[Config.self].reader }
    set { self[Config.self].reader = newValue }
  }
}
