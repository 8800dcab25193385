import Foundation

struct Note: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var text: String
  var changed: Date
}
