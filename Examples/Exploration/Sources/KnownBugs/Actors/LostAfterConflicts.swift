/// A writer gives up after three conflicts, without an error.
///
/// Depth 6: three times, the writer reads before another one writes, and writes after it.
extension KnownBug {
  static let lostAfterConflicts = KnownBug(
    name: "change lost after three conflicts", blame: [.schedule], depth: 6,
    broken: { try await run { document in await document.append("x", attempts: 3) } },
    repaired: { try await run { document in await document.append("x", attempts: .max) } })

  private static func run(append: @escaping @Sendable (Document) async -> Void) async throws {
    let document = Document()
    async let change: Void = append(document)
    async let others: Void = {
      for letter in ["a", "b", "c"] { await document.append(letter, attempts: .max) }
    }()
    _ = await (change, others)
    let text = await document.text
    try expect(text.contains("x"), "wrote \(text), without x")
  }
}

private actor Document {
  private(set) var text = ""
  private var etag = 0

  nonisolated func append(_ letter: String, attempts: Int) async {
    var left = attempts
    while left > 0 {
      let (text, etag) = await get()
      if await put(text + letter, if: etag) { return }
      left -= 1
    }
  }

  private func get() -> (String, Int) { (text, etag) }

  /// Replaces the text if the ETag still matches, and returns whether it does.
  private func put(_ new: String, if expected: Int) -> Bool {
    guard etag == expected else { return false }
    text = new
    etag += 1
    return true
  }
}
