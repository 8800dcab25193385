import ServiceContextModule
import World

enum JobBuilder {
  static func build() -> Job { Job(context: .topLevel.with(Current)) { DayBuilder.today() } }
}

/// Work that takes a context along, as queues and tracers do.
struct Job: Sendable {
  var context: ServiceContext
  var work: @Sendable () -> String

  func run() -> String {
    ServiceContext.withValue(context) { withWorld(context.world ?? Current) { work() } }
  }
}

extension ServiceContext {
  private enum Key: ServiceContextKey {
    typealias Value = World
    static var nameOverride: String? { "world" }
  }

  /// The world that travels with the context, beside a trace.
  var world: World? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }

  /// This context, with a world.
  func with(_ world: World) -> ServiceContext {
    var context = self
    context.world = world
    return context
  }
}
