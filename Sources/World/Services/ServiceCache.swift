/// The services that were built at first use: the live ones of the process, or the mocks of one scope.
package final class ServiceCache: Sendable {
  package static let live = ServiceCache(isLive: true, isProcessWide: true)
  /// The same, where nobody named the live world and tests run (see `UnnamedUses` of `WorldTesting`). What it builds is stored
  /// in `live` and not here, so that each look-up misses and is reported.
  package static let unnamed = ServiceCache(isLive: true, isProcessWide: true)

  /// Whether it builds `live` services, not mocks.
  let isLive: Bool
  let isProcessWide: Bool
  private let built = Lock<[ObjectIdentifier: any ServiceBox]>([:])
  /// The mocks that are used as a fallback in a live world, for services that have no live implementation.
  package let fallbacks: ServiceCache?

  package init(isLive: Bool, isProcessWide: Bool) {
    (self.isLive, self.isProcessWide) = (isLive, isProcessWide)
    fallbacks = isLive ? ServiceCache(isLive: false, isProcessWide: isProcessWide) : nil
  }

  /// Where what it builds is stored.
  package var store: ServiceCache { self === ServiceCache.unnamed ? .live : self }

  /// Everything that is stored here, but for fallbacks, in no order.
  package var boxes: [any ServiceBox] { built.withLock { Array($0.values) } }

  /// The service of a type, if it was built.
  func find(_ type: any World.Service.Type) -> (any ServiceBox)? {
    let key = ObjectIdentifier(type)
    return built.withLock { $0[key] }
  }

  /// The service of a type that isn't assigned: built, unless it was built before.
  func resolve(
    _ type: any World.Service.Type, in world: World, at location: World.SourceLocation
  ) -> any ServiceBox {
    if self === ServiceCache.unnamed {
      IssueReporter.tests?.reportUnnamedUse(of: type, at: location)
      return store.find(type) ?? store.resolve(type, in: world, at: location)
    }
    if let fallbacks, !(type is any World.LiveService.Type) {
      reportMissing(type, at: location)
      return fallbacks.resolve(type, in: world, at: location)
    }
    do throws(BuildCycle) {
      return try Build.output(of: type, for: self, name: "\(type)") {
        // Another thread may have built it since the look-up.
        if let box = find(type) { return box }
        let box = make(type, in: world)
        built.withLock { $0[ObjectIdentifier(type)] = box }
        return box
      }
    } catch {
      return fallback(for: type, at: location, because: error)
    }
  }

  /// Builds what all scopes share in the process-wide world, and else in the world that is read.
  private func make(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    let live = isLive ? type as? any World.LiveService.Type : nil
    let build = { live.map { $0.boxOfLive() } ?? type.boxOfMock() }
    return isProcessWide ? Scope.outside(build) : withWorld(world, operation: build)
  }

  /// A mock in place of a live service that needs itself to be built. Where the mock does so, too, there is no value to
  /// return.
  private func fallback(
    for type: any World.Service.Type, at location: World.SourceLocation, because cycle: BuildCycle
  ) -> any ServiceBox {
    let path = cycle.path.joined(separator: " -> ")
    if !isLive || Build.isBuildingAgain(type) {
      fatalError("World: the mocks of these services need each other to be built: " + path)
    }
    IssueReporter.report(
      "Services need each other to be built: " + path + "; the mock of \(type) is used as a fallback",
      kind: .cyclic,
      at: location,
      fixes: [
        "let one of them read the other inside its closures, when they are called, instead of while it is built",
        "assign one of them at launch, in World.bootstrap",
      ])
    return Build.fallback(of: type) { type.boxOfMock() }
  }

  private func reportMissing(_ type: any World.Service.Type, at location: World.SourceLocation) {
    let name = "\(type)"
    IssueReporter.report(
      name
        + " was read in a live world, but it has no live implementation and none was assigned; its mock is used as a fallback",
      kind: .unassigned, at: location,
      fixes: [
        "assign it at launch: World.bootstrap { $0[" + name + ".self] = … }",
        "conform " + name + " to World.LiveService",
        World.Issue.fixInTest,
      ])
  }
}

extension World.Service {
  static func boxOfMock() -> any ServiceBox { Box(mock, sources: Build.readServices) }
}

extension World.LiveService {
  fileprivate static func boxOfLive() -> any ServiceBox { Box(live, sources: Build.readServices) }
}
