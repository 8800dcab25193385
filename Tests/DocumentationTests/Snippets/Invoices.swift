import Foundation
import Testing
import World
import WorldMocks

struct Invoices: World.LiveService {
  var title: @Sendable (_ cents: Int) -> String

  static var live: Invoices {
    Invoices(title: { cents in "\(Current.uuid()): \(cents) cents, \(Current.date())" })
  }

  static var mock: Invoices {
    Invoices(title: { "\($0) cents" })
  }
}

struct InvoicesTests {
  /// A live service is built once per process, and its closures see the world of each caller.
  @Test(arguments: [1_790_000_000, 1_800_000_000])
  func aServicesClosureSeesItsCallersWorld(seconds: TimeInterval) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    var world = World.mock
    world.date = { date }
    world.uuid = { id }
    world[Invoices.self] = .live
    #expect(withWorld(world) { Current[Invoices.self].title(5) } == "\(id): 5 cents, \(date)")
  }
}
