import Foundation

/// One note, while it is edited.
@MainActor
final class NoteModel {
  private(set) var note: Note
  private let onChange: (Note) -> Void

  private let now: @Sendable () -> Date

  init(note: Note, now: @escaping @Sendable () -> Date, onChange: @escaping (Note) -> Void) {
    (self.note, self.now, self.onChange) = (note, now, onChange)
  }

  func type(_ text: String) {
    note.text = text
    note.changed = now()
    onChange(note)
  }
}
