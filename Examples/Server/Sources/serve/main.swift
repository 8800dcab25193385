import Foundation
import Hummingbird
import Server
import World

World.bootstrap { $0.analytics = .discarding }
let token = ProcessInfo.processInfo.environment["STAGING_TOKEN"] ?? Current.uuid().uuidString
try await Application(
  router: Server.router(token: token), configuration: .init(address: .hostname("127.0.0.1", port: 8080))
).runService()
