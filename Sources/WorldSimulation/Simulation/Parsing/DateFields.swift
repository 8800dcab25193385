import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbers that a written date consists of, possible or not.
struct DateFields: Equatable {
  static let years = 1...9999

  var year: Int
  var month: Int
  var day: Int
  var time: Time?

  struct Time: Equatable {
    var hour: Int
    var minute: Int
    var second: Int?
    /// The digits after the point.
    var fraction: String?
    /// `Z`, or `+09:00`; none where the time is a place's.
    var offset: String?
  }

  init(year: Int, month: Int, day: Int, time: Time? = nil) {
    (self.year, self.month, self.day, self.time) = (year, month, day, time)
  }

  /// A moment, written with as many numbers as a model.
  init(_ date: Date, of model: DateFields, in calendar: Calendar) {
    let parts = calendar.dateComponents([.era, .year, .month, .day, .hour, .minute, .second], from: date)
    let year = parts.year ?? 0
    self.init(year: parts.era == 0 ? 1 - year : year, month: parts.month ?? 0, day: parts.day ?? 0)
    guard let time = model.time else { return }
    self.time = Time(
      hour: parts.hour ?? 0, minute: parts.minute ?? 0, second: time.second.map { _ in parts.second ?? 0 },
      fraction: time.fraction, offset: time.offset)
  }

  /// The fraction of a second; finer ones are cut off.
  var milliseconds: Int { Int(((time?.fraction ?? "") + "000").prefix(3)) ?? 0 }
}
