/// The services that were built at first use: the live ones of the process, or the mocks of one scope.
package final class BuiltServices: Sendable {
  static let live = BuiltServices(isLive: true, isProcessWide: true)
  /// The same, where nobody named the live world and tests run. What it builds is stored in `live` and not here, so that each
  /// look-up misses and is reported.
  static let unnamed = BuiltServices(isLive: true, isProcessWide: true)

  /// Whether it builds `live` services, not mocks.
  let isLive: Bool
  let isProcessWide: Bool
  /// Whether live services are built for an audit: in the world that is audited, and for it alone.
  private let isForAudit: Bool
  let table = ServiceTable()
  /// The mocks that are used as a fallback in a live world, for services that have no live implementation.
  package let fallbacks: BuiltServices?

  init(isLive: Bool, isProcessWide: Bool, isForAudit: Bool = false) {
    self.isLive = isLive
    self.isProcessWide = isProcessWide
    self.isForAudit = isForAudit
    fallbacks = isLive ? BuiltServices(isLive: false, isProcessWide: isProcessWide) : nil
  }

  /// The service of a type that isn't assigned: built, unless it was built before.
  func resolve(
    _ type: any World.Service.Type, in world: World, at location: World.SourceLocation
  ) -> ServiceBox {
    if self === BuiltServices.unnamed {
      IssueReporter.tests?.reportUnnamedUse(of: type, at: location)
      return store.table.box(of: ObjectIdentifier(type)) ?? store.resolve(type, in: world, at: location)
    }
    if let fallbacks, !(type is any World.LiveService.Type) {
      reportMissing(type, at: location)
      return fallbacks.resolve(type, in: world, at: location)
    }
    let key = ObjectIdentifier(type)
    do throws(Deadlock) {
      return try ExclusiveBuild.output(for: self, key, name: "\(type)") {
        // Another thread may have built it since the look-up.
        if let box = table.box(of: key) { return box }
        let box = make(type, in: world)
        table.insert(box)
        return box
      }
    } catch {
      return fallback(for: type, at: location, because: error)
    }
  }

  /// Where what it builds is stored.
  package var store: BuiltServices { self === BuiltServices.unnamed ? .live : self }
  /// Everything that is stored here: what was built, but for fallbacks.
  package var boxes: [ServiceBox] { table.boxes }

  /// A mock in place of a live service that needs itself to be built. Where the mock does so, too, there is no value to
  /// return.
  @_optimize(none)
  private func fallback(
    for type: any World.Service.Type, at location: World.SourceLocation, because deadlock: Deadlock
  ) -> ServiceBox {
    let path = deadlock.path.joined(separator: " -> ")
    if !isLive || BuiltServices.fallingBack.contains(ObjectIdentifier(type)) {
      fatalError("World: the mocks of these services need each other to be built: \(path)")
    }
    IssueReporter.report(
      "Services need each other to be built: \(path); the mock of \(type) is used as a fallback",
      kind: .cyclic,
      at: location,
      fixes: [
        "let one of them read the other inside its closures, when they are called, instead of while it is built",
        "assign one of them at launch, in World.bootstrap",
      ])
    let fallingBack = BuiltServices.fallingBack + [ObjectIdentifier(type)]
    return BuiltServices.$fallingBack.withValue(fallingBack) { mock(of: type) }
  }

  /// The services whose mocks the running thread builds as a fallback.
  @TaskLocal private static var fallingBack: [ObjectIdentifier] = []

  /// Builds a live service in the process-wide world; a mock in the world that is read.
  @_optimize(none)
  private func make(_ type: any World.Service.Type, in world: World) -> ServiceBox {
    let live = isLive ? type as? any World.LiveService.Type : nil
    let build = { live.map { self.live(of: $0) } ?? self.mock(of: type) }
    return live == nil || isForAudit ? withWorld(world, operation: build) : Scope.outside(build)
  }

  private func live<S: World.LiveService>(of type: S.Type) -> ServiceBox { BuildRecord.record { type.live } }
  private func mock<S: World.Service>(of type: S.Type) -> ServiceBox { BuildRecord.record { type.mock } }

  @_optimize(none)
  private func reportMissing(_ type: any World.Service.Type, at location: World.SourceLocation) {
    IssueReporter.report(
      """
      \(type) was read in a live world, but it has no live implementation and none was assigned; its mock is used as a \
      fallback
      """,
      kind: .unassigned, at: location,
      fixes: [
        "assign it at launch: World.bootstrap { $0[\(type).self] = … }",
        "conform \(type) to World.LiveService",
        "in a test, use a mock world: @Test(.world(.mock))",
      ])
  }
}

extension Services {
  /// The service of a type that isn't assigned, at its first use.
  ///
  /// - Parameters:
  ///   - owner: Set to what the reader must release after reading.
  ///   - world: The world that is read.
  @usableFromInline
  @inline(never)
  func resolve<S: World.Service>(
    _ type: S.Type, _ owner: inout Unmanaged<ServiceBox>?, in world: () -> World, _ fileID: StaticString,
    _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) -> UnsafeRawPointer {
    let location = World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let box =
      built?.resolve(type, in: world(), at: location)
      ?? ServiceBox(withWorld(world()) { type.mock })
    owner = .passRetained(box)
    return box.address.orFatal("a service that was built has no value")
  }
}
