// SPDX-License-Identifier: MIT

/// The services that are built at first use: the live ones of the process, or the mocks that a mock world and its copies share.
package final class ServiceStore: Sendable {
  /// Builds a service, and returns it or one of the same type that wraps its functions.
  package typealias Wrapper = @Sendable (_ build: () -> any ServiceBox) -> any ServiceBox

  package static let live = ServiceStore(isLive: true, isOfProcess: true)

  /// Whether it builds `live` services, not mocks.
  package let isLive: Bool
  /// Whether all scopes share it, so that services are built in the process-wide world.
  private let isOfProcess: Bool
  /// The mocks of services that have no live implementation; `nil` if this store builds mocks.
  package let fallbacks: ServiceStore?
  /// The store whose services are wrapped here; `nil` if services are built here.
  private let source: ServiceStore?
  private let wrap: Wrapper
  /// Whether a wrapped service is kept; otherwise, it is wrapped at each read.
  private let isKept: Bool
  private let state = Lock(State())

  private struct State: Sendable {
    var built: [ObjectIdentifier: any ServiceBox] = [:]
    /// The scope in which this store was entered, whose world services are built in.
    weak var home: Scope?
  }

  package convenience init(isLive: Bool) { self.init(isLive: isLive, isOfProcess: false) }

  private init(isLive: Bool, isOfProcess: Bool) {
    (self.isLive, self.isOfProcess, source, isKept) = (isLive, isOfProcess, nil, true)
    wrap = { build in build() }
    fallbacks = isLive ? ServiceStore(isLive: false, isOfProcess: isOfProcess) : nil
  }

  /// Creates a store with the services of another one, wrapped.
  package init(wrapping source: ServiceStore, isKept: Bool = true, by wrap: @escaping Wrapper) {
    (isLive, isOfProcess, fallbacks) = (source.isLive, source.isOfProcess, source.fallbacks)
    (self.source, self.isKept, self.wrap) = (source, isKept, wrap)
  }

  /// Builds services in a scope's world from now on, unless the scope in which this store was entered still exists.
  ///
  /// - Parameter isOfTest: Whether the scope is a test's, whose world counts more than its suite's.
  func enter(_ scope: Scope, isOfTest: Bool) {
    if let source { return source.enter(scope, isOfTest: isOfTest) }
    let home = state.withLock { $0.home }
    if isLive || home != nil && !isOfTest { return }
    // The scope in which it was entered has ended, but others with the same world may be around this one.
    let next = isOfTest ? scope : scope.outermost { $0.world.serviceStore.root === self }
    state.withLock { $0.home = next }
  }

  /// The store in which services are built.
  var root: ServiceStore { source?.root ?? self }

  /// Returns a store like this one, without the services that were built; the live services of the process are shared.
  package func anew() -> ServiceStore {
    if let source { return ServiceStore(wrapping: source.anew(), isKept: isKept, by: wrap) }
    return isOfProcess ? self : ServiceStore(isLive: isLive)
  }

  /// The services that were built, except the library's own, in no order.
  package var built: [any World.Service.Type] {
    guard isKept else { return source?.built ?? [] }
    return state.withLock { $0.built.values.map(\.type) }.filter { !$0.isHidden }
  }

  private func built(_ type: any World.Service.Type) -> (any ServiceBox)? {
    state.withLock { $0.built[ObjectIdentifier(type)] }
  }

  /// Returns the service of a type that isn't assigned, building it if needed.
  func box(of type: any World.Service.Type, in world: World) -> any ServiceBox {
    let isMissing = isLive && !(type is any World.LiveService.Type)
    if source == nil, isMissing, let fallbacks {
      reportMissing(type)
      return fallbacks.box(of: type, in: world)
    }
    // A missing service is reported at each read.
    if !isKept || isMissing { return make(type, in: world) }
    if let box = built(type) { return box }
    do throws(BuildCycle) {
      return try Build.output(of: type, for: self, name: "\(type)") {
        // Another thread may have built it since the look-up.
        if let box = built(type) { return box }
        let box = make(type, in: world)
        state.withLock { $0.built[ObjectIdentifier(type)] = box }
        return box
      }
    } catch { return fallback(for: type, in: world, because: error) }
  }

  private func make(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    wrap { source?.box(of: type, in: world) ?? build(type, in: world) }
  }

  /// Builds a service. What its code writes to `Current` meanwhile stays inside.
  private func build(_ type: any World.Service.Type, in world: World) -> any ServiceBox {
    let live = isLive ? type as? any World.LiveService.Type : nil
    func build() -> any ServiceBox { live?.boxOfLive() ?? type.boxOfMock() }
    if isOfProcess { return Scope.taskLocal.withValue(nil, operation: build) }
    return Scope(toBuildIn: state.withLock { $0.home }?.world ?? world).run(build)
  }

  /// Returns the mock of a live service whose build needs the service itself. If the mock's build does, too, the process ends.
  private func fallback(
    for type: any World.Service.Type, in world: World, because cycle: BuildCycle
  ) -> any ServiceBox {
    let path = cycle.services.joined(separator: " -> ")
    guard let fallbacks else {
      fatalError("World: the mocks of these services need each other to be built: " + path)
    }
    IssueReporter.report(
      "Services need each other to be built: " + path + "; the mock of \(type) is used as a fallback",
      kind: .cyclic,
      fixes: [
        "let one of them read the other inside its closures, when they are called, instead of while it is built",
        "assign one of them at launch, in World.bootstrap",
      ])
    return fallbacks.box(of: type, in: world)
  }

  private func reportMissing(_ type: any World.Service.Type) {
    let name = serviceName(type)
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
