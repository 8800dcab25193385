import Dependencies
import Foundation

/// One note, while it is edited.
@MainActor
final class NoteModel {
  private(set) var note: Note
  private let onChange: (Note) -> Void

  @Dependency(\.date.now) private var now

  init(note: Note, onChange: @escaping (Note) -> Void) {
    (self.note, self.onChange) = (note, onChange)
  }

  func type(_ text: String) {
    note.text = text
    note.changed = now
    onChange(note)
  }
}
