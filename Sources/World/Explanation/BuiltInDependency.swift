/// A dependency that every world has.
package struct BuiltInDependency: Sendable {
  package let name: String
  private let copy: @Sendable (_ destination: inout World, _ source: World) -> Void

  private init(_ name: String, copy: @escaping @Sendable (inout World, World) -> Void) {
    self.name = name
    self.copy = copy
  }

  /// Tells the dependency's values in two worlds apart.
  package func bits(in world: World) -> Bits {
    // All else being equal. A closure that is handed around alone is wrapped anew each time.
    var rest = BuiltInDependency.rest
    copy(&rest, world)
    return Bits(ofBuiltInsIn: rest)
  }

  private static let rest = World()

  package static let all = [
    BuiltInDependency("date") { $0.date = $1.date },
    BuiltInDependency("calendar") { $0.explicitCalendar = $1.explicitCalendar },
    BuiltInDependency("timezone") { $0.timezone = $1.timezone },
    BuiltInDependency("locale") { $0.locale = $1.locale },
    BuiltInDependency("uuid") { $0.uuid = $1.uuid },
    BuiltInDependency("random") { $0.random = $1.random },
    BuiltInDependency("sleep") { $0.sleep = $1.sleep },
    BuiltInDependency("analytics") { $0.analytics = $1.analytics },
    BuiltInDependency("settings") { $0.settings = $1.settings },
  ]
}
