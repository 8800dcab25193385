import Hummingbird
import Logging
import Server
import World

World.bootstrap { $0.analytics = .discarding }
LoggingSystem.bootstrap(
  { StreamLogHandler.standardError(label: $0, metadataProvider: $1) },
  metadataProvider: .init { LogMetadataBuilder.build() })

let config = Current.config
let token = config.string(forKey: "staging.token", isSecret: true) ?? Current.uuid().uuidString
let port = config.int(forKey: "http.port", default: 8080)
let recordings = config.string(forKey: "recordings")
try await Application(
  router: Server.router(token: token, recordings: recordings),
  configuration: .init(address: .hostname("127.0.0.1", port: port))
).runService()
