/// The services that were built at first use: one instance for the live ones of the process, one for the mocks
/// of each mock scope.
@usableFromInline
package final class BuiltServices: Sendable {
  static let live = BuiltServices(kind: .live, isProcessWide: true)

  private let kind: Services.Kind
  @usableFromInline let table = ServiceTable()
  /// Mocks that stand in, in the live world, for services that nobody assigned.
  private let standIns = ServiceTable()

  private let builds = Lock<[ObjectIdentifier: ExclusiveBuild<ServiceBox>]>([:])
  private let fallbacks = Lock<Set<Fallback>>([])

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
    do throws(Deadlock) {
      let box = try exclusiveBuild(of: type).output {
        // Another thread may have built it since the look-up.
        if let box = table.find(key) { return box.takeUnretainedValue() }
        let (service, uses) = BuildRecord.keep { make(type, in: world) }
        sources.withLock { $0[key] = uses }
        let box = TypedServiceBox(service)
        table.insert(box)
        return box
      }
      return box.unwrap(as: type)
    } catch {
      return fallback(for: type, at: location(), because: error)
    }
  }

  private func exclusiveBuild<S: World.Service>(of type: S.Type) -> ExclusiveBuild<ServiceBox> {
    builds.withLock { builds in
      if let build = builds[ObjectIdentifier(type)] { return build }
      let build = ExclusiveBuild<ServiceBox>(name: "\(type)")
      builds[ObjectIdentifier(type)] = build
      return build
    }
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

  /// A mock in place of a service that needs itself to be built. Where the mock does so, too, there is no value to
  /// return.
  private func fallback<S: World.Service>(
    for type: S.Type, at location: World.SourceLocation, because deadlock: Deadlock
  ) -> S {
    let path = deadlock.path.joined(separator: " -> ")
    let fallback = Fallback(type: ObjectIdentifier(type), thread: .current)
    guard fallbacks.withLock({ $0.insert(fallback).inserted }) else {
      fatalError("World: even the mocks of these services build each other in a circle: \(path)")
    }
    defer { fallbacks.withLock { _ = $0.remove(fallback) } }
    IssueReporter.report(
      "Services build each other in a circle: \(path); the mock of \(type) is used as a fallback",
      kind: .cyclic,
      at: location,
      fixes: [
        "let one of them read the other inside its closures, when they are called, instead of while it is built",
        "assign one of them at launch, in World.bootstrap",
      ])
    return type.mock
  }

  /// A mock that a thread builds as a fallback.
  private struct Fallback: Hashable { let type: ObjectIdentifier, thread: ThreadID }

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
