import World
import WorldSimulation

enum GreetingBuilder {
  /// Returns the answer of the other service, which is called in the same world.
  static func build() async throws -> String {
    try await Current.backend.greeting(["baggage": try Current.baggage()])
  }
}
