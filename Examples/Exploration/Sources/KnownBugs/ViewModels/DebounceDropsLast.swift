import World

/// A debounce that accepts no letters during a search drops the last one.
///
/// Depth 2: the letter comes after the search begins, and before it ends.
extension KnownBug {
  static let debounceDropsLast = KnownBug(
    name: "debounce that drops the last letter",
    blame: [.schedule, .durations, [.schedule, .durations]], depth: 2, isOnMainActor: true,
    broken: { try await run { field, text in field.type(text) } },
    repaired: { try await run { field, text in field.typeAndSearchAgain(text) } })

  @MainActor private static func run(type: @MainActor (Field, String) -> Void) async throws {
    let field = Field()
    type(field, "c")
    try await Current.sleep(.milliseconds(300))
    type(field, "ca")
    try await Current.sleep(.seconds(60))
    try expect(field.searched == "ca", "searched for \(field.searched)")
  }
}

@MainActor private final class Field {
  private(set) var searched = ""
  private var text = ""
  private var isScheduled = false
  private let index = Index()

  func type(_ new: String) {
    text = new
    guard !isScheduled else { return }
    isScheduled = true
    Task {
      try await Current.sleep(.milliseconds(300))
      searched = await index.find(text)
      isScheduled = false
    }
  }

  func typeAndSearchAgain(_ new: String) {
    text = new
    guard !isScheduled else { return }
    isScheduled = true
    Task {
      while searched != text {
        try await Current.sleep(.milliseconds(300))
        searched = await index.find(text)
      }
      isScheduled = false
    }
  }
}

private actor Index {
  private var searches = 0

  func find(_ text: String) -> String {
    searches += 1
    return text
  }
}
