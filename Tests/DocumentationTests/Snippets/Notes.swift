import Foundation
import World

struct Notes: World.LiveService {
  var save: @Sendable (_ text: String) throws -> Void

  static var live: Notes {
    Notes(save: { try $0.write(toFile: NSHomeDirectory() + "/notes", atomically: true, encoding: .utf8) })
  }

  static var mock: Notes { Notes(save: { _ in }) }
}

extension World {
  var notes: Notes {
    get { self[Notes.self] }
    set { self[Notes.self] = newValue }
  }
}
