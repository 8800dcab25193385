import Foundation
import World

/// The timer of an older message is late, and hides a newer one.
extension KnownBug {
  static let toastHiddenEarly = KnownBug(
    name: "timer hides a newer message", blame: [.durations, [.schedule, .durations]], isOnMainActor: true,
    broken: { try await run { toaster, text in toaster.show(text) } },
    repaired: { try await run { toaster, text in toaster.showWithItsTimer(text) } })

  @MainActor private static func run(show: @MainActor (Toaster, String) -> Void) async throws {
    let toaster = Toaster()
    show(toaster, "Saved")
    try await Current.sleep(.seconds(4))
    show(toaster, "Sent")
    try await Current.sleep(.seconds(60))
    try expect(toaster.hiddenEarly.isEmpty, "hid \(toaster.hiddenEarly) early")
  }
}

@MainActor private final class Toaster {
  /// The messages that were shown for less than three seconds.
  private(set) var hiddenEarly: [String] = []
  private var text: String?
  private var end = Current.date()
  private var timer: Task<Void, Error>?

  func show(_ new: String) {
    text = new
    end = Current.date() + 3
    Task {
      try await Current.sleep(.seconds(3))
      hide()
    }
  }

  func showWithItsTimer(_ new: String) {
    timer?.cancel()
    text = new
    end = Current.date() + 3
    timer = Task {
      try await Current.sleep(.seconds(3))
      try Task.checkCancellation()
      hide()
    }
  }

  private func hide() {
    if let text, Current.date() < end { hiddenEarly.append(text) }
    text = nil
  }
}
