import Foundation

/// The list of notes.
@MainActor
final class NotesModel {
  private(set) var notes: [Note] = []
  private(set) var message = ""
  private var saving: Task<Void, any Error>?

  private let now: @Sendable () -> Date
  private let uuid: @Sendable () -> UUID
  private let sleep: @Sendable (Duration) async throws -> Void
  private let client: NotesClient

  init(
    now: @escaping @Sendable () -> Date, uuid: @escaping @Sendable () -> UUID,
    sleep: @escaping @Sendable (Duration) async throws -> Void, client: NotesClient
  ) {
    (self.now, self.uuid, self.sleep, self.client) = (now, uuid, sleep, client)
  }

  /// Loads the notes. After a failure, tries once more, three seconds later.
  func load() async {
    do {
      do {
        notes = try await client.load()
      } catch {
        try await sleep(.seconds(3))
        notes = try await client.load()
      }
    } catch {
      message = "Your notes can't be read."
    }
  }

  func add() -> NoteModel {
    let note = Note(id: uuid(), text: "", changed: now())
    notes.append(note)
    return NoteModel(note: note, now: now, onChange: { [weak self] in self?.replace($0) })
  }

  /// Saves a second after the last change.
  private func replace(_ note: Note) {
    guard let index = notes.firstIndex(where: { $0.id == note.id }) else { return }
    notes[index] = note
    saving?.cancel()
    saving = Task {
      try await sleep(.seconds(1))
      try await client.save(notes)
    }
  }
}
