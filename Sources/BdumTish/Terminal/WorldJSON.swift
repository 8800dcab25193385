/// The world as one object of JSON, its dependencies by their names.
struct WorldJSON: Sendable {
  private let dependencies: [String: Dependency]

  private struct Dependency: Encodable {
    var source, value: String
  }

  init(_ world: WorldViewModel) {
    dependencies = Dictionary(
      world.dependencies.map { ($0.name, Dependency(source: $0.source, value: $0.value)) },
      uniquingKeysWith: { first, _ in first })
  }

  func text() throws -> String { try JSONText.encode(dependencies) }
}
