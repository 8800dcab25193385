/// A letter is typed during a save, and then the document counts as saved.
///
/// Depth 3: the save reads the text before the letter, the letter comes before the save ends, and the save ends before closing.
extension KnownBug {
  static let editDuringSave = KnownBug(
    name: "edit during a save is lost", blame: [.schedule], depth: 3, isOnMainActor: true,
    broken: { try await run { document in await document.save() } },
    repaired: { try await run { document in await document.saveAndCompare() } })

  @MainActor private static func run(save: @escaping @MainActor (Document) async -> Void) async throws {
    let document = Document()
    document.type("a")
    async let automatic: Void = save(document)
    await document.checkSpelling()
    document.type("b")
    await document.checkSpelling()
    if document.isEdited { await save(document) }
    await automatic
    let saved = await document.disk.text
    try expect(saved == "ab", "closed with \(saved) on disk")
  }
}

@MainActor private final class Document {
  let disk = Disk()
  private(set) var isEdited = false
  private var text = ""
  private var misspelled = 0

  func type(_ letter: String) {
    text += letter
    isEdited = true
  }

  func checkSpelling() async { misspelled = await disk.unknownWords(in: text) }

  func save() async {
    await disk.write(text)
    isEdited = false
  }

  func saveAndCompare() async {
    let saved = text
    await disk.write(saved)
    isEdited = text != saved
  }
}

private actor Disk {
  private(set) var text = ""

  /// The text only grows, so an older text doesn't replace it.
  func write(_ new: String) { if new.count > text.count { text = new } }
  func unknownWords(in text: String) -> Int { text == self.text ? 0 : 1 }
}
