import Foundation

/// A day as programs read it.
struct Document: Decodable {
  struct Event: Decodable {
    var time, localTime, title, detail: String
  }

  var programmer, coffee, localDate, outcome, punchline: String
  var world: [String: String]
  var dayLengthHours: Double
  var isProgrammersDay: Bool
  var events: [Event]

  init(_ json: String) throws { self = try JSONDecoder().decode(Document.self, from: Data(json.utf8)) }
}
