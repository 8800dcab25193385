import Dependencies
import Foundation

/// The list of notes.
@MainActor
final class NotesModel {
  private(set) var notes: [Note] = []
  private(set) var message = ""
  private var saving: Task<Void, any Error>?

  @Dependency(\.date.now) private var now
  @Dependency(\.uuid) private var uuid
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.notes) private var client

  /// Loads the notes. After a failure, tries once more, three seconds later.
  func load() async {
    do {
      do {
        notes = try await client.load()
      } catch {
        try await clock.sleep(for: .seconds(3))
        notes = try await client.load()
      }
    } catch {
      message = "Your notes can't be read."
    }
  }

  func add() -> NoteModel {
    let note = Note(id: uuid(), text: "", changed: now)
    notes.append(note)
    return withDependencies(from: self) {
      NoteModel(note: note, onChange: { [weak self] in self?.replace($0) })
    }
  }

  /// Saves a second after the last change.
  private func replace(_ note: Note) {
    guard let index = notes.firstIndex(where: { $0.id == note.id }) else { return }
    notes[index] = note
    saving?.cancel()
    saving = Task {
      try await clock.sleep(for: .seconds(1))
      try await client.save(notes: notes)
    }
  }
}
