/// Each notification is handled in its own task. The restart notification overtakes the crash notification, and asks about
/// a document that isn't open yet.
///
/// After swiftlang/sourcekit-lsp pull request 858.
///
/// Depth 1: the question comes before the document is opened again.
extension KnownBug {
  static let notificationsOutOfOrder = KnownBug(
    name: "notifications out of order", blame: [.schedule], depth: 1,
    broken: { try await run { editor, notification in await editor.receive(notification) } },
    repaired: { try await run { editor, notification in await editor.receiveInOrder(notification) } })

  private static func run(
    receive: @Sendable (Editor, Notification) async -> Task<Void, Never>
  ) async throws {
    let editor = Editor()
    let crashed = await receive(editor, .crashed)
    let back = await receive(editor, .back)
    _ = await (crashed.value, back.value)
    let errors = await editor.service.errors
    try expect(errors == 0, "asked about a document that isn't open")
  }
}

private enum Notification { case crashed, back }

private actor Editor {
  let service = Service()
  private var last: Task<Void, Never>?

  func receive(_ notification: Notification) -> Task<Void, Never> {
    Task.detached { await self.handle(notification) }
  }

  func receiveInOrder(_ notification: Notification) -> Task<Void, Never> {
    let before = last
    let task = Task.detached {
      await before?.value
      await self.handle(notification)
    }
    last = task
    return task
  }

  private func handle(_ notification: Notification) async {
    switch notification {
    case .crashed: await service.open("main.swift")
    case .back: await service.ask("main.swift")
    }
  }
}

private actor Service {
  private(set) var errors = 0
  private var open: Set<String> = []

  func open(_ document: String) { open.insert(document) }

  func ask(_ document: String) {
    if !open.contains(document) { errors += 1 }
  }
}
