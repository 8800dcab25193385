import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

struct API: Sendable {
  var fetchName: @Sendable (_ id: Int) -> String?
}

struct AppServices: World.LiveService {
  var api: API
  var isPro: @Sendable () -> Bool

  static var live: AppServices {
    AppServices(api: API(fetchName: { Directory.shared.name(of: $0) }), isPro: { Receipts.shared.isValid })
  }

  static var mock: AppServices {
    AppServices(api: API(fetchName: { "Name \($0)" }), isPro: { true })
  }
}

extension World {
  var app: AppServices {
    get { self[AppServices.self] }
    set { self[AppServices.self] = newValue }
  }

  var api: API {
    get { app.api }
    set { app.api = newValue }
  }
}

extension World {
  var isPro: @Sendable () -> Bool {
    get { app.isPro }
    set { app.isPro = newValue }
  }
}

@Suite(.world(.mock))
struct ProfileTests {
  @Test(.world { $0.isPro = { false } })
  func asksForASubscription() {
    #expect(!Current.isPro())
    #expect(Current.api.fetchName(1) == "Name 1")
  }
}

@propertyWrapper
struct Dependency<Value> {
  private let keyPath: KeyPath<World, Value>

  init(_ keyPath: KeyPath<World, Value>) { self.keyPath = keyPath }

  var wrappedValue: Value { Current[keyPath: keyPath] }
}

struct ProfileViewModel {
  @Dependency(\.api) private var api
  @Dependency(\.date) private var date

  func greeting(for id: Int) -> String { "Hello, \(api.fetchName(id) ?? "stranger")" }
}

struct WrapperTests {
  @Test func aWrapperReadsTheWorldAtEachAccess() {
    let model = withWorld(.mock) { ProfileViewModel() }
    withWorld(.mock) {
      Current.api.fetchName = { _ in nil }
      #expect(model.greeting(for: 1) == "Hello, stranger")
    }
  }
}

struct Covers: World.LiveService {
  var upload: @Sendable (_ picture: Data) async throws -> Void

  static var live: Covers { Covers(upload: { _ in throw CancellationError() }) }
  static var mock: Covers { Covers(upload: unimplemented("Covers.upload")) }
}

extension World {
  var covers: Covers {
    get { self[Covers.self] }
    set { self[Covers.self] = newValue }
  }
}

// In the test target.
extension World {
  static var testing: World {
    .mock.with { $0.covers = Covers(upload: { _ in }) }
  }
}

@Suite(.world(.testing))
struct CoverTests {
  @Test func anUploadHasTheSizeOfThePicture() async throws {
    let sizes = Mutex<[Int]>([])
    Current.covers.upload = { picture in sizes.withLock { $0.append(picture.count) } }
    try await Current.covers.upload(Data(count: 3))
    #expect(sizes.withLock { $0 } == [3])
  }
}

struct Transfers: World.LiveService {
  var show: @MainActor @Sendable (_ text: String) -> Void
  var upload: @Sendable (_ id: Int) async -> Void

  static var live: Transfers {
    Transfers(show: { Screen.shared.show($0) }, upload: { await Uploads.shared.start($0) })
  }

  static var mock: Transfers { Transfers(show: { _ in }, upload: { _ in }) }
}

/// Stand for the live code of a program.
@MainActor final class Screen {
  static let shared = Screen()
  func show(_ text: String) {}
}

actor Uploads {
  static let shared = Uploads()
  func start(_ id: Int) {}
}

struct Directory {
  static let shared = Directory()
  func name(of id: Int) -> String? { nil }
}

struct Receipts {
  static let shared = Receipts()
  var isValid: Bool { false }
}
