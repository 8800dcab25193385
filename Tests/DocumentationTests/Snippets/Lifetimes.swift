import Foundation
import Synchronization
import Testing
import World
import WorldLifetimes
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
      thumbnails: lifetime(.weak) { ThumbnailCache() },  // one, as long as it is referenced
      mailbox: lifetime(.singleton) { user in Mailbox(user: user) })  // one for each user
  }

  static var mock: Stores { live }
}

@Suite(.world(.mock))
struct LifetimeSnippetTests {
  @Test func aValueIsCachedForSomeTime() {
    let token = lifetime(.fresh(for: 60)) { Current.uuid() }
    let first = token()
    #expect(token() == first)
    Current.date = { [now = Current.date()] in now + 60 }
    #expect(token() != first)
  }

  @Test func theyLiveAsLongAsTheySay() async throws {
    let stores = Current[Stores.self]
    #expect(stores.mailbox("ada") === stores.mailbox("ada"))
    #expect(stores.mailbox("ada") !== stores.mailbox("grace"))
    let thumbnails = stores.thumbnails()
    #expect(stores.thumbnails() === thumbnails)
    _ = try await stores.session()
  }
}

extension World.Lifetime {
  static func fresh(for seconds: TimeInterval) -> Self {
    Self {
      let cached = Mutex<(value: Value, until: Date)?>(nil)
      return Storage(
        load: {
          let now = Current.date()
          return cached.withLock { $0.flatMap { now < $0.until ? $0.value : nil } }
        },
        store: { value in
          let until = Current.date() + seconds
          cached.withLock { $0 = (value, until) }
        })
    }
  }
}
