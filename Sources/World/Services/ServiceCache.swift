// SPDX-License-Identifier: MIT

/// The services built at first use: the live services of the process, or the mocks of one scope.
package final class ServiceCache: Sendable {
  package static let live = ServiceCache(isLive: true, isProcessWide: true)
  /// The live services in tests that didn't choose the live world (see `UnnamedUses` of `WorldTesting`). They are stored in
  /// `live` and not here, so that each look-up misses and is reported.
  package static let unnamed = ServiceCache(isLive: true, isProcessWide: true)

  /// Whether it builds `live` services, not mocks.
  let isLive: Bool
  let isProcessWide: Bool
  /// The mocks of the enclosing scope. This scope shares a mock if it overrides nothing that the mock read.
  package let outer: ServiceCache?
  /// The services built here, and the dependencies that this scope overrides.
  package let state = Lock<(built: [ObjectIdentifier: any ServiceBox], overrides: Dependencies)>(
    ([:], Dependencies()))
  /// The fallbacks in a live world: mocks of services without a live implementation.
  package let fallbacks: ServiceCache?
  /// The cache whose services are wrapped here; `nil` if services are built here.
  private let source: ServiceCache?
  private let wrap: ServiceWrapper?
  /// The wrapper for services that an inner scope builds: `wrap`, around the source's wrapper.
  private let wrapAll: ServiceWrapper?

  package init(
    isLive: Bool, isProcessWide: Bool, wrapping source: ServiceCache? = nil, by wrap: ServiceWrapper? = nil
  ) {
    (self.isLive, self.isProcessWide, outer) = (isLive, isProcessWide, nil)
    (self.source, self.wrap) = (source, wrap)
    wrapAll = wrap.map { wrap in
      guard let inner = source?.wrapAll else { return wrap }
      return { build in wrap { inner(build) } }
    }
    fallbacks =
      isLive && source == nil ? ServiceCache(isLive: false, isProcessWide: isProcessWide) : nil
  }

  init(inside outer: ServiceCache, overriding changes: Dependencies) {
    (isLive, isProcessWide, self.outer, fallbacks) = (false, false, outer, nil)
    (source, wrap, wrapAll) = (nil, outer.wrapAll, outer.wrapAll)
    override(changes)
  }

  func override(_ changes: Dependencies) { state.withLock { $0.overrides.insert(changes) } }

  func find(_ type: any World.Service.Type) -> (any ServiceBox)? {
    let key = ObjectIdentifier(type)
    guard let outer else { return state.withLock { $0.built[key] } }
    let (box, overrides) = state.withLock { ($0.built[key], $0.overrides) }
    return box ?? outer.find(type).flatMap { $0.reads.all.isDisjoint(with: overrides) ? $0 : nil }
  }

  /// Stores a built service in the outermost scope in which its build would have read the same values.
  private func add(_ box: any ServiceBox) {
    if let outer, state.withLock({ box.reads.all.isDisjoint(with: $0.overrides) }) { return outer.add(box) }
    state.withLock { $0.built[ObjectIdentifier(box.type)] = box }
  }

  /// Returns the service of a type that isn't assigned, building it if needed.
  func resolve(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    if self === ServiceCache.unnamed {
      IssueReporter.tests?.reportUnnamedUse(of: type)
      return ServiceCache.live.find(type) ?? ServiceCache.live.resolve(type, in: world)
    }
    if let fallbacks, !(type is any World.LiveService.Type) {
      reportMissing(type)
      return fallbacks.resolve(type, in: world)
    }
    // Scopes that share mocks build a service one after the other. The result may belong only to another scope, so look again.
    var owner = outermost
    while true {
      do throws(BuildCycle) {
        try Build.output(of: type, for: owner, name: "\(type)") {
          // Another thread may have built it since the look-up.
          if find(type) == nil { add(make(type, in: world)) }
        }
      } catch {
        if isLive || Build.isBuilding(type) { return fallback(for: type, in: world, because: error) }
        // Threads in different scopes wait for each other. With an owner of its own, this build doesn't wait.
        owner = ServiceCache(isLive: false, isProcessWide: false)
      }
      if let box = find(type) { return box }
    }
  }

  private var outermost: ServiceCache { outer?.outermost ?? self }

  /// Builds a service, and wraps it if the world's services are wrapped.
  private func make(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    func built() -> any ServiceBox {
      source.map { $0.find(type) ?? $0.resolve(type, in: world) } ?? build(type, in: world)
    }
    return wrap?(built) ?? built()
  }

  /// Builds a service, in the process-wide world if all scopes share it.
  private func build(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    let live = isLive ? type as? any World.LiveService.Type : nil
    if isProcessWide {
      return Scope.taskLocal.withValue(nil) { live.map { $0.boxOfLive() } ?? type.boxOfMock() }
    }
    if let live { return withWorld(world) { live.boxOfLive() } }
    return type.boxOfMock(in: world)
  }

  /// Returns the mock of a live service whose build needs the service itself. If the mock's build does, too, the process ends.
  private func fallback(
    for type: any World.Service.Type, in world: World, because cycle: BuildCycle
  ) -> any ServiceBox {
    let path = cycle.path.joined(separator: " -> ")
    if !isLive || Build.isBuilding(type, times: 2) {
      fatalError("World: the mocks of these services need each other to be built: " + path)
    }
    IssueReporter.report(
      "Services need each other to be built: " + path + "; the mock of \(type) is used as a fallback",
      kind: .cyclic,
      fixes: [
        "let one of them read the other inside its closures, when they are called, instead of while it is built",
        "assign one of them at launch, in World.bootstrap",
      ])
    return ServiceCache(isLive: false, isProcessWide: isProcessWide).resolve(type, in: world)
  }

  private func reportMissing(_ type: any World.Service.Type) {
    let name = "\(type)"
    IssueReporter.report(
      name
        + " was read in a live world, but it has no live implementation and none was assigned; its mock is used as a fallback",
      kind: .unassigned,
      fixes: [
        "assign it at launch: World.bootstrap { $0[" + name + ".self] = … }",
        "conform " + name + " to World.LiveService",
        World.Issue.fixInTest,
      ])
  }
}

extension World.Service {
  static func boxOfMock() -> any ServiceBox { Box(mock, reads: Build.reads) }

  fileprivate static func boxOfMock(in world: World) -> any ServiceBox {
    var mock: Self?
    let builtIns = world.services.noteReads?(world) { world in mock = withWorld(world) { Self.mock } }
    var reads = Build.reads
    reads.all.builtIns.insert(builtIns ?? .none)
    return Box(mock ?? withWorld(world) { Self.mock }, reads: reads)
  }
}

extension World.LiveService {
  fileprivate static func boxOfLive() -> any ServiceBox { Box(live, reads: Build.reads) }
}
