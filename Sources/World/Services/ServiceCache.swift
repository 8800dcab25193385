// SPDX-License-Identifier: MIT

/// The services that were built at first use: the live ones of the process, or the mocks of one scope.
package final class ServiceCache: Sendable {
  package static let live = ServiceCache(isLive: true, isProcessWide: true)
  /// The live services in tests that didn't choose the live world (see `UnnamedUses` of `WorldTesting`). They are stored in
  /// `live` and not here, so that each look-up misses and is reported.
  package static let unnamed = ServiceCache(isLive: true, isProcessWide: true)

  /// Whether it builds `live` services, not mocks.
  let isLive: Bool
  let isProcessWide: Bool
  /// The mocks of the enclosing scope. This scope shares those that read nothing that it overrides.
  package let outer: ServiceCache?
  /// The services that were built here, and what differs from the enclosing scope.
  package let state = Lock<(built: [ObjectIdentifier: any ServiceBox], overrides: Dependencies)>(
    ([:], Dependencies()))
  /// The mocks that are used as a fallback in a live world, for services that have no live implementation.
  package let fallbacks: ServiceCache?
  /// Whose services are wrapped here; `nil` if they are built here.
  private let source: ServiceCache?
  private let wrap: ServiceWrapper?
  /// What wraps a service that an inner scope builds anew: this and the source's.
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

  /// Stores a service that was built, in the outermost scope in which it would have been built from the same values.
  private func add(_ box: any ServiceBox) {
    if let outer, state.withLock({ box.reads.all.isDisjoint(with: $0.overrides) }) { return outer.add(box) }
    state.withLock { $0.built[ObjectIdentifier(box.type)] = box }
  }

  /// The service of a type that isn't assigned, which is built if needed.
  func resolve(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    if self === ServiceCache.unnamed {
      IssueReporter.tests?.reportUnnamedUse(of: type)
      return ServiceCache.live.find(type) ?? ServiceCache.live.resolve(type, in: world)
    }
    if let fallbacks, !(type is any World.LiveService.Type) {
      reportMissing(type)
      return fallbacks.resolve(type, in: world)
    }
    // Scopes that share mocks build one at a time. The result may belong to another scope only, so look again.
    var owner = outermost
    while true {
      do throws(BuildCycle) {
        try Build.output(of: type, for: owner, name: "\(type)") {
          // Another thread may have built it since the look-up.
          if find(type) == nil { add(make(type, in: world)) }
        }
      } catch {
        if isLive || Build.isBuilding(type) { return fallback(for: type, in: world, because: error) }
        // Threads in different scopes wait for each other. Builds for another owner wait for nothing.
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

  /// The mock of a live service that needs itself to be built. If the mock does, too, the process ends.
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
