import Foundation
import TestSupport
import Testing

/// The samples in the documentation comments compile.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct SampleTests {
  private static let samples: [Sample] = {
    let files = DocumentTests.subpaths(of: "Sources").filter {
      $0.hasPrefix("World") && $0.hasSuffix(".swift")
    }
    return files.flatMap { file in
      Sample.samples(in: (try? DocumentTests.text(of: "Sources/\(file)")) ?? "", file: file)
    }
  }()

  @Test func thereAreSamples() {
    #expect(Self.samples.count > 50)
    #expect(Self.samples.contains { $0.file == "World/Current.swift" })
  }

  /// In one module, in which what each declares has a name of its own: a sample may declare what others do.
  @Test func samplesCompile() throws {
    let errors = try Compiler.errors(in: Self.module(of: Self.samples))
    #expect(errors == [])
  }

  private static func module(of samples: [Sample]) -> String {
    let sources = samples.enumerated().map { number, sample in
      let statements = sample.statementSource(number: number)
      if !sample.hasDeclarations { return statements }
      let declarations = sample.declarationSource
      return Declarations.renamed(
        in: declarations + "\n" + statements,
        with: prelude.filter { !declarations.contains($0.key) }.map(\.value), suffix: "_\(number)")
    }
    return ([imports] + prelude.values + sources).joined(separator: "\n")
  }

  @Test func aSampleThatDoesNotCompileIsFoundWithItsPlace() throws {
    let samples = Sample.samples(
      in: """
        /// A sample.
        ///
        /// ```swift
        /// let now = Current.date()
        /// Current.date = now
        /// ```
        var x: Int
        """, file: "World/X.swift")
    let errors = try Compiler.errors(in: Self.module(of: samples))
    #expect(errors.count == 1)
    #expect(
      errors.first?.contains("Sources/World/X.swift:5:16: error: cannot assign value") == true, "\(errors)")
  }

  private static let imports = """
    import Foundation
    import Synchronization
    import Testing
    import World
    import WorldLifetimes
    import WorldMocks
    import WorldSimulation
    import WorldStorage
    import WorldTesting
    import XCTest
    """

  /// What samples use and don't declare, by the text that says that one declares it.
  private static let prelude = [
    "struct Payments": """
    struct Payments: World.Service {
      var charge: @Sendable (_ cents: Int) async throws -> Receipt
      var total: @Sendable () -> Int = { 0 }
      static var mock: Payments { Payments(charge: { Receipt(cents: $0) }) }
      static func stripe(key: String) -> Payments { mock }
    }
    """,
    "struct Receipt": "struct Receipt: Sendable { var cents = 0 }",
    "var payments":
      "extension World { var payments: Payments { get { self[Payments.self] } set { self[Payments.self] = newValue } } }",
    "struct Samples": "enum Samples {}",
    "struct Timeout": """
    struct Timeout: Error {}
    func post(_ amount: Int) async throws -> Receipt { Receipt(cents: amount) }
    """,
    "actor Account": """
    actor Account {
      var balance = 100
      func withdraw(_ amount: Int) { balance -= amount }
    }
    enum AccountBuilder { static func build() -> Account { Account() } }
    struct Overdrawn: Error {}
    """,
    "actor TicketOffice": """
    actor TicketOffice {
      private(set) var sold = 0
      func sell() -> Int {
        sold += 1
        return sold
      }
    }
    """,
    "struct App": "enum App { static func setUp(_ world: inout World) {} }",
    "struct Cart": "struct Cart: World.Service { static var mock: Cart { Cart() } }",
    "struct Profiles": """
    public struct Profiles: World.Service { public static var mock: Profiles { Profiles() } }
    extension World { public var profiles: Profiles { self[Profiles.self] } }
    """,
    "struct Stores": """
    struct Database: Sendable {
      static func open() throws -> Database { Database() }
      var service: @Sendable () throws -> Database { { Database() } }
    }
    struct Session: Sendable { static func open() async throws -> Session { Session() } }
    struct User { struct ID: Hashable, Sendable {} }
    @MainActor final class Player { init() {} }
    final class ThumbnailCache: Sendable {}
    final class Mailbox: Sendable { init(_ user: User.ID) {} }
    struct Stores: World.Service {
      var database: @Sendable () throws -> Database = { Database() }
      var player: @MainActor @Sendable () -> Player = { Player() }
      var thumbnails: @Sendable () -> ThumbnailCache = { ThumbnailCache() }
      var mailbox: @Sendable (User.ID) -> Mailbox = { Mailbox($0) }
      var session: @Sendable () throws -> Session = { Session() }
      var remoteSession: @Sendable () async throws -> Session = { Session() }
      static var mock: Stores { Stores() }
    }
    extension World {
      var stores: Stores { get { self[Stores.self] } set { self[Stores.self] = newValue } }
      var database: @Sendable () throws -> Database { get { stores.database } set { stores.database = newValue } }
      var player: @MainActor @Sendable () -> Player { get { stores.player } set { stores.player = newValue } }
      var thumbnails: @Sendable () -> ThumbnailCache { get { stores.thumbnails } set { stores.thumbnails = newValue } }
      var mailbox: @Sendable (User.ID) -> Mailbox { get { stores.mailbox } set { stores.mailbox = newValue } }
      var session: @Sendable () async throws -> Session { get { stores.remoteSession } set { stores.remoteSession = newValue } }
    }
    """,
    "enum PageBuilder": """
    @MainActor final class Page {
      private(set) var text = ""
      func reload() {}
    }
    enum PageBuilder { @MainActor static func build() -> Page { Page() } }
    """,
    "enum HomeBuilder": """
    struct Home { var (title, text) = ("", "") }
    enum HomeBuilder { static func build() -> Home { Home() } }
    enum GreetingBuilder { static func build() -> Home { Home() } }
    struct Order { var id: UUID }
    """,
    "stripeKey":
      #"extension World.Settings.Key where Value == String { static var stripeKey: Self { Self("key", default: "") } }"#,
    "struct Request": """
    struct Request: Sendable { var headers: [String: String] = [:] }
    struct Child { var environment: [String: String]? }
    struct Gateway: Sendable { func charge(_ cents: Int) async throws -> Receipt { Receipt() } }
    struct Poller: Sendable { func poll(times: Int) async -> Int { times } }
    let (gateway, incoming, poller, parsed) = (Gateway(), Request(), Poller(), 60.0)
    let (fixed, launchDay, leapDay, noon, startOfDemo) = (Date(), Date(), Date(), Date(), Date())
    let (tokyo, french, cards) = (TimeZone.gmt, Locale(identifier: "fr_FR"), Array(1...52))
    func work() {}
    func tick() {}
    func signUp() {}
    func checkout() async throws -> Receipt { Receipt() }
    func render() async throws {}
    func upload() async throws {}
    func retry(_ operation: () async throws -> Void) async throws { try await operation() }
    func respond(to request: Request) async throws {}
    """,
  ]
}
