import Foundation

/// The user's notes on disk.
enum NotesFile {
  static let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("notes.json")

  static func load() throws -> [Note] { try JSONDecoder().decode([Note].self, from: Data(contentsOf: url)) }

  static func save(_ notes: [Note]) throws {
    try JSONEncoder().encode(notes).write(to: url, options: .atomic)
  }
}
