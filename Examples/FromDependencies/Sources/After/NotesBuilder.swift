import World

@MainActor
enum NotesBuilder {
  static func build() -> NotesModel {
    NotesModel(now: Current.date, uuid: Current.uuid, sleep: Current.sleep, client: Current.notes)
  }
}
