import Foundation

/// Something that happens at a time.
struct Event: Sendable, Equatable {
  var moment: Date
  /// The moment as the place's clocks show it.
  var localTime: String
  var title: String
  var detail: String
}
