import Foundation
import TestSupport
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldTesting

/// Belum: modules that see only what they may, and need each other without importing each other.
@Suite(.world(.mock))
struct BelumTests {
  /// A module that has home and settings, and no chat.
  private static let chatModule = """
    import Foundation
    import World

    struct Home: World.Service {
      var title: @Sendable () -> String
      static var mock: Home { Home(title: { "mock home" }) }
    }
    struct Preferences: World.Service {
      var isSilent: @Sendable () -> Bool
      static var mock: Preferences { Preferences(isSilent: { true }) }
    }
    struct News: World.Service {
      var count: @Sendable () -> Int
      static var mock: News { News(count: { 0 }) }
    }
    extension World {
      var home: Home { get { self[Home.self] } set { self[Home.self] = newValue } }
      var preferences: Preferences { get { self[Preferences.self] } set { self[Preferences.self] = newValue } }
      var news: News { get { self[News.self] } set { self[News.self] = newValue } }
    }

    protocol ChatWorld {
      var date: @Sendable () -> Date { get }
      var home: Home { get }
      var preferences: Preferences { get }
    }
    extension World: ChatWorld {}
    var Current: some ChatWorld { World.current }

    """

  @Test(.world(.live), .enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  func whatAModuleDeclaredCompiles() throws {
    let expressions = ["Current.home.title()", "Current.preferences.isSilent()", "Current.date()"]
    #expect(try Compiler.errors(in: Self.chatModule + Self.use(expressions)) == [])
  }

  @Test(.world(.live), .enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  func whatItDidNotDeclareDoesNotCompile() throws {
    let expressions = [
      ("Current.news.count()", "has no member 'news'"), ("Current.settings", "has no member 'settings'"),
      ("Current.uuid()", "has no member 'uuid'"),
      ("World.Current.news", "type 'World' has no member 'Current'"),
    ]
    let errors = try Compiler.errors(in: Self.chatModule + Self.use(expressions.map(\.0)))
    try #require(errors.count == expressions.count, "\(errors)")
    for (error, (_, text)) in zip(errors, expressions) { #expect(error.contains(text)) }
  }

  private static func use(_ expressions: [String]) -> String {
    expressions.enumerated().map { "func use\($0)() { _ = \($1) }" }.joined(separator: "\n")
  }

  @Test(.world(.live), .enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  func aDeclarationThatTheWorldCannotMeetDoesNotCompile() throws {
    let module = "import World\nprotocol ChatWorld { var radio: Int { get } }\nextension World: ChatWorld {}"
    let errors = try Compiler.errors(in: module)
    #expect(
      errors.first?.contains("type 'World' does not conform to protocol 'ChatWorld'") == true, "\(errors)")
  }

  // What the interface modules declare: neither mentions the other.

  struct Chat: World.Service {
    var openChats: @Sendable () async -> Int
    var title: @Sendable () async -> String
    static var mock: Chat { Chat(openChats: { 0 }, title: { "mock chat" }) }
  }

  struct Home: World.Service {
    var name: @Sendable () async -> String
    var summary: @Sendable () async -> String
    static var mock: Home { Home(name: { "mock home" }, summary: { "" }) }
  }

  /// Lives on the main actor, and needs home's name.
  @MainActor final class ChatController {
    private let homeName: @Sendable () async -> String
    init(homeName: @escaping @Sendable () async -> String) { self.homeName = homeName }
    let openChats = 42
    func title() async -> String { "chat of \(await homeName())" }
  }

  /// Needs the number of chats.
  struct HomeController {
    var openChats: @Sendable () async -> Int
    func summary() async -> String { "\(await openChats()) chats" }
  }

  /// The app ties the knot: each is built at first use, and asks for the other when it is called.
  private func launch() {
    World.bootstrap {
      let controller = lifetime(.singleton) {
        await ChatController(homeName: { await Current[Home.self].name() })
      }
      $0[Chat.self] = Chat(
        openChats: { await controller().openChats }, title: { await controller().title() })
      let home = lifetime(.singleton) { HomeController(openChats: { await Current[Chat.self].openChats() }) }
      $0[Home.self] = Home(name: { "home" }, summary: { await home().summary() })
    }
  }

  @Test func twoModulesUseEachOther() async {
    launch()
    #expect(await Current[Home.self].summary() == "42 chats")
    #expect(await Current[Chat.self].title() == "chat of home")
  }

  @Test func fromAnyThread() async {
    launch()
    let world = Current
    let texts = await withTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          await withWorld(world) {
            index.isMultiple(of: 2) ? await Current[Home.self].summary() : await Current[Chat.self].title()
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(texts == ["42 chats": 50, "chat of home": 50])
  }
}
