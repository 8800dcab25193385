import Foundation
import World

/// Storage for notes.
struct NotesClient: World.LiveService {
  var load: @Sendable () async throws -> [Note]
  var save: @Sendable (_ notes: [Note]) async throws -> Void

  static var live: NotesClient {
    NotesClient(load: { try NotesFile.load() }, save: { try NotesFile.save($0) })
  }
  static var mock: NotesClient {
    NotesClient(load: unimplemented("NotesClient.load"), save: unimplemented("NotesClient.save"))
  }
  static var preview: NotesClient {
    NotesClient(
      load: { [Note(id: Current.uuid(), text: "Milk", changed: Current.date())] }, save: { _ in })
  }
}

extension World {
  var notes: NotesClient {
    get { self[NotesClient.self] }
    set { self[NotesClient.self] = newValue }
  }
}
