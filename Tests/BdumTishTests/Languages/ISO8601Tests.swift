import Foundation
import Testing

@testable import BdumTish

struct ISO8601Tests {
  @Test(arguments: [
    ("2024-02-29T23:59:59Z", "Asia/Tokyo", "2024-03-01T08:59:59+09:00"),
    ("2024-02-29T23:59:59Z", "UTC", "2024-02-29T23:59:59Z"),
    ("2024-02-29T23:59:59Z", "America/St_Johns", "2024-02-29T20:29:59-03:30"),
    ("2024-02-29T23:59:59Z", "Asia/Kathmandu", "2024-03-01T05:44:59+05:45"),
    ("2024-07-01T12:00:00Z", "Europe/London", "2024-07-01T13:00:00+01:00"),
    ("2024-02-29T23:59:59.007Z", "UTC", "2024-02-29T23:59:59.007Z"),
    ("0001-01-01T00:00:00Z", "UTC", "0001-01-01T00:00:00Z"),
    ("9999-12-31T12:00:00Z", "Pacific/Apia", "10000-01-01T01:00:00+13:00"),
  ])
  func offsetIsTheZones(date: String, zoneName: String, text: String) throws {
    #expect(try instant(date).iso8601(in: zone(zoneName)) == text)
  }

  @Test func everyMillisecondSurvives() throws {
    let second = try instant("2024-02-29T23:59:59Z")
    for millisecond in 1..<1000 {
      let date = second.addingTimeInterval(Double(millisecond) / 1000)
      let expected = "2024-02-29T23:59:59.\(String("\(1000 + millisecond)".dropFirst()))Z"
      #expect(date.iso8601(in: .gmt) == expected)
    }
  }
}
