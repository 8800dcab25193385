/// The services that were built at first use: one instance for the live ones of the process, one for the mocks
/// of each mock scope.
@usableFromInline
package final class BuiltServices: Sendable {
  static let live = BuiltServices(kind: .live, isProcessWide: true)

  private let kind: Services.Kind
  @usableFromInline let table = ServiceTable()
  /// Mocks that stand in, in the live world, for services that nobody assigned.
  private let standIns = ServiceTable()

  /// What each service read while it was built.
  private let sources = Lock<[ObjectIdentifier: [any World.Service.Type]]>([:])

  /// Whether it is the process-wide world's.
  let isProcessWide: Bool

  /// Whether live services are built for an audit: in the world that is audited, and for it alone.
  private let isForAudit: Bool

  init(kind: Services.Kind, isProcessWide: Bool, isForAudit: Bool = false) {
    self.kind = kind
    self.isProcessWide = isProcessWide
    self.isForAudit = isForAudit
  }

  func vend<S: World.Service>(
    _ type: S.Type, in world: World, at location: () -> World.SourceLocation
  ) -> S {
    let isMissing = kind == .live && !(type is any World.LiveService.Type)
    if isMissing { reportMissing(type, at: location()) }
    let table = isMissing ? standIns : table
    let key = ObjectIdentifier(type)
    let building = Exclusive.Work(owner: ObjectIdentifier(self), key: key)
    switch Exclusive.begin(building, name: "\(type)", isDone: { table.find(key) != nil }) {
    case .done:
      break
    case .mine:
      let (service, uses) = BuildRecord.keep { make(type, in: world) }
      sources.withLock { $0[key] = uses }
      let box = TypedServiceBox(service)
      Exclusive.end(building, finish: { table.insert(box) })
    case .circular(let path):
      return standIn(for: type, at: location, because: "build each other in a circle", path: path)
    case .suspended, .impatient:
      return standIn(for: type, at: location, because: "wait for each other", path: ["\(type)"])
    }
    guard let box = table.find(key) else { fatalError("World: \(type) was built and is not there") }
    return box._withUnsafeGuaranteedRef { $0.unwrap(as: type) }
  }

  /// All that was built, with what each read meanwhile.
  package var all: [(box: ServiceBox, isStandIn: Bool, sources: [any World.Service.Type])] {
    var all: [(box: ServiceBox, isStandIn: Bool)] = []
    table.forEach { all.append(($0, false)) }
    standIns.forEach { all.append(($0, true)) }
    let sources = sources.withLock { $0 }
    return all.filter { !($0.box.type is any World.HiddenService.Type) }
      .map { ($0.box, $0.isStandIn, sources[$0.box.key] ?? []) }
  }

  /// Hands out a mock for what can't be built. If the mock can't be built either, there is nothing to hand out.
  private func standIn<S: World.Service>(
    for type: S.Type, at location: () -> World.SourceLocation, because reason: String, path: [String]
  ) -> S {
    let path = path.joined(separator: " -> ")
    let building = Exclusive.Work(owner: ObjectIdentifier(standIns), key: ObjectIdentifier(type))
    guard case .mine = Exclusive.begin(building, name: "the mock of \(type)") else {
      fatalError("World: even the mocks of these services build each other in a circle: \(path)")
    }
    defer { Exclusive.end(building) }
    IssueReporter.report(
      "Services \(reason): \(path); the mock of \(type) stands in", kind: .cyclic, at: location(),
      fixes: [
        "let one of them read the other inside its closures, when they are called, instead of while it is built",
        "assign one of them at launch, in World.bootstrap",
      ])
    return type.mock
  }

  /// Builds a live service in the process-wide world, whose it is for good; a mock in the world that asks.
  private func make<S: World.Service>(_ type: S.Type, in world: World) -> S {
    guard kind == .live else { return withWorld(world) { type.mock } }
    let build = {
      if let live = (type as? any World.LiveService.Type)?.live as? S { live } else { type.mock }
    }
    return isForAudit ? withWorld(world, operation: build) : Scope.leave(build)
  }

  private func reportMissing<S: World.Service>(_ type: S.Type, at location: World.SourceLocation) {
    IssueReporter.report(
      "\(type) was read in a live world, but it has no live implementation and none was assigned; its mock stands in",
      kind: .unassigned, at: location,
      fixes: [
        "assign it at launch: World.bootstrap { $0[\(type).self] = … }",
        "conform \(type) to World.LiveService",
        "in a test, use a mock world: @Test(.world(.mock))",
      ])
  }
}
