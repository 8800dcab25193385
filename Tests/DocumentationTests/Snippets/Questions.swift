import Foundation
import Observation
import Testing
import World
import WorldMocks
import WorldTesting

@MainActor @Observable
final class ClockModel {
  private(set) var text = ""
  private let time: () -> String

  init(time: @escaping () -> String) { self.time = time }

  func refresh() { text = time() }
}

@MainActor
enum ClockBuilder {
  static func build() -> ClockModel {
    let style = Date.FormatStyle(
      date: .omitted, time: .shortened, locale: Current.locale(), calendar: Current.calendar(),
      timeZone: Current.timezone())
    let date = Current.date
    return ClockModel(time: { date().formatted(style) })
  }
}

@MainActor
@Suite(.world(.mock))
struct ClockModelTests {
  @Test func aChangeIsObserved() async {
    let model = ClockBuilder.build()
    await confirmation { changed in
      withObservationTracking {
        _ = model.text
      } onChange: {
        changed()
      }
      await Current.time.advance(by: .seconds(1))
      model.refresh()
    }
    #expect(model.text == "13:27")
  }
}
