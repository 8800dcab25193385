import World

/// The timer of an older message is late, and hides a newer one.
extension KnownBug {
  static let toastHiddenEarly = KnownBug(
    name: "timer hides a newer message", blame: [.durations], isOnMainActor: true,
    broken: { try await run { toaster, text in toaster.show(text) } },
    repaired: { try await run { toaster, text in toaster.showWithItsTimer(text) } })

  @MainActor private static func run(show: @MainActor (Toaster, String) -> Void) async throws {
    let toaster = Toaster()
    show(toaster, "Saved")
    try await Current.sleep(.seconds(4))
    show(toaster, "Sent")
    try await Current.sleep(.milliseconds(100))
    try expect(toaster.text == "Sent", "shows \(toaster.text ?? "nothing") after 0.1 s")
  }
}

@MainActor private final class Toaster {
  private(set) var text: String?
  private var timer: Task<Void, Error>?

  func show(_ new: String) {
    text = new
    Task {
      try await Current.sleep(.seconds(3))
      text = nil
    }
  }

  func showWithItsTimer(_ new: String) {
    timer?.cancel()
    text = new
    timer = Task {
      try await Current.sleep(.seconds(3))
      try Task.checkCancellation()
      text = nil
    }
  }
}
