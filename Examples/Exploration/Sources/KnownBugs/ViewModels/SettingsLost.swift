/// Two switches of a settings screen read all settings, change one, and write all.
///
/// Depth 2: each reads before the other one writes.
extension KnownBug {
  static let settingsLost = KnownBug(
    name: "setting lost by another's write", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { screen, key in await screen.turnOn(key) } },
    repaired: { try await run { screen, key in await screen.turnOnOnly(key) } })

  @MainActor private static func run(
    turnOn: @escaping @MainActor (SettingsScreen, String) async -> Void
  ) async throws {
    let screen = SettingsScreen()
    async let sound: Void = turnOn(screen, "sound")
    async let badges: Void = turnOn(screen, "badges")
    _ = await (sound, badges)
    let settings = await screen.store.settings
    try expect(settings.count == 2, "only \(settings.keys.sorted()) is on")
  }
}

@MainActor private final class SettingsScreen {
  let store = Store()

  func turnOn(_ key: String) async {
    var settings = await store.settings
    settings[key] = true
    await store.replace(settings)
  }

  func turnOnOnly(_ key: String) async { await store.set(key, true) }
}

private actor Store {
  private(set) var settings: [String: Bool] = [:]

  func replace(_ all: [String: Bool]) { settings = all }
  func set(_ key: String, _ value: Bool) { settings[key] = value }
}
