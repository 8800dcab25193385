/// A save marks the place in the undo history at its end, and not when it reads the text.
///
/// Depth 2: the save reads the text before the undo, and the undo comes before the save ends.
extension KnownBug {
  static let undoDuringSave = KnownBug(
    name: "undo during a save", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { editor in await editor.save() } },
    repaired: { try await run { editor in await editor.saveWhatWasTaken() } })

  @MainActor private static func run(save: @escaping @MainActor (Editor) async -> Void) async throws {
    let editor = Editor()
    async let saved: Void = save(editor)
    async let undone: Void = editor.undo()
    _ = await (saved, undone)
    let file = await editor.file.text
    try expect(editor.hasChanges || file == editor.text, "closes with \(file) on disk for \(editor.text)")
  }
}

@MainActor private final class Editor {
  let file = File()
  private let history = ["a", "ab", "abc"]
  private var now = 2
  private var saved = 0

  var text: String { history[now] }
  var hasChanges: Bool { now != saved }

  func undo() async {
    await file.note("undo")
    now -= 1
  }

  func save() async {
    await file.write(text)
    saved = now
  }

  func saveWhatWasTaken() async {
    let taken = now
    await file.write(history[taken])
    saved = taken
  }
}

private actor File {
  private(set) var text = "a"
  private var journal: [String] = []

  func note(_ action: String) { journal.append(action) }
  func write(_ new: String) { text = new }
}
