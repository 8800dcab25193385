import World
import WorldSimulation

enum GreetingBuilder {
  /// What the other service answers, which is called in the same world.
  static func build() async throws -> String {
    try await Current.backend.greeting(["baggage": try Current.baggage()])
  }
}
