import Foundation
import Testing
import World
import WorldLive
import WorldMocks
import WorldTesting

final class Mailbox: Sendable {
  init(user: String) {}
}

final class ThumbnailCache: Sendable {}

struct Session: Sendable {
  static func open() async throws -> Session { Session() }
}

struct Stores: World.Service {
  var session: @Sendable () async throws -> Session
  var thumbnails: @Sendable () -> ThumbnailCache
  var mailbox: @Sendable (_ user: String) -> Mailbox

  static var live: Stores {
    Stores(
      session: lifetime(.singleton) { try await Session.open() },  // one
      thumbnails: lifetime(.weak) { ThumbnailCache() },  // one, while somebody holds it
      mailbox: lifetime(.singleton) { user in Mailbox(user: user) })  // one for each user
  }

  static var mock: Stores { live }
}

@Suite(.world(.mock))
struct LifetimeSnippetTests {
  @Test func theyLiveAsLongAsTheySay() async throws {
    let stores = Current[Stores.self]
    #expect(stores.mailbox("ada") === stores.mailbox("ada"))
    #expect(stores.mailbox("ada") !== stores.mailbox("grace"))
    let thumbnails = stores.thumbnails()
    #expect(stores.thumbnails() === thumbnails)
    _ = try await stores.session()
  }
}
