import Dependencies
import DependenciesMacros
import Foundation

/// Storage for notes.
@DependencyClient
struct NotesClient: Sendable {
  var load: @Sendable () async throws -> [Note]
  var save: @Sendable (_ notes: [Note]) async throws -> Void
}

extension NotesClient: DependencyKey {
  static let liveValue = NotesClient(load: { try NotesFile.load() }, save: { try NotesFile.save($0) })
  static let testValue = NotesClient()
  static let previewValue = NotesClient(
    load: { [Note(id: UUID(), text: "Milk", changed: Date())] }, save: { _ in })
}

extension DependencyValues {
  var notes: NotesClient {
    get { self[NotesClient.self] }
    set { self[NotesClient.self] = newValue }
  }
}
