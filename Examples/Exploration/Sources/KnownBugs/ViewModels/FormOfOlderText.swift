/// A form is sent because the previous name was valid.
///
/// Depth 2: the form is sent after the first name is found to be valid, and before the second is found to be taken.
extension KnownBug {
  static let formOfOlderText = KnownBug(
    name: "form valid by an older answer", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { form, name in form.enter(name) } },
    repaired: { try await run { form, name in form.enterAnew(name) } })

  @MainActor private static func run(
    enter: @escaping @MainActor (Form, String) -> Task<Void, Never>
  ) async throws {
    let form = Form()
    let first = enter(form, "ann")
    await form.server.note("a second passes")
    let second = enter(form, "root")
    await form.server.note("a second passes")
    await form.send()
    await first.value
    await second.value
    let names = await form.server.names
    try expect(!names.contains("root"), "sent \(names)")
  }
}

@MainActor private final class Form {
  let server = Server()
  private var name = ""
  private var isGood = false

  func enter(_ new: String) -> Task<Void, Never> {
    name = new
    return Task {
      let isFree = await server.isFree(new)
      if name == new { isGood = isFree }
    }
  }

  func enterAnew(_ new: String) -> Task<Void, Never> {
    isGood = false
    return enter(new)
  }

  func send() async { if isGood { await server.register(name) } }
}

private actor Server {
  private(set) var names: [String] = []
  private var log: [String] = []

  func note(_ line: String) async {
    log.append(line)
    await Task.yield()
  }

  func isFree(_ name: String) async -> Bool {
    await Task.yield()
    return name != "root" && !names.contains(name)
  }
  func register(_ name: String) { names.append(name) }
}
