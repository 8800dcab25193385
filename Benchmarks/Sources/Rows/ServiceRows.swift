import Foundation
import Shop
import World

extension Row {
  /// Reads of a service's closure through its accessor from another module, compared with reads of an unsafe global's.
  static func services(_ date: DateClosure) -> [Row] {
    let isCapturing = date == .capturing
    func row(
      _ what: String, bar: Double? = nil, of count: Int = 10, inScope: Bool = false,
      _ read: @escaping @Sendable (Int) -> Void
    ) -> Row {
      let prepare: @Sendable () -> Void = {
        setUp(date)
        if count > 0 { Current = Current.assigning(services: count, date: date.closure) }
      }
      let place = inScope ? "in a scope" : "outside scopes"
      let number = count > 0 ? "\(count) assigned" : "live"
      return Row(
        "read a service of \(what), \(number), \(place), \(date.rawValue)", bar: bar, prepare: prepare
      ) {
        let inside: Inside = inScope ? .scopes(1) : .noScope
        return inside.run {
          Loop(50_000, read).ratio(to: Loop(50_000, readUnsafe), atLeast: isCapturing ? Row.capturingRead : 0)
        }
      }
    }
    return [
      row("one closure", bar: isCapturing ? 3.5 : nil, readService),
      row("ten closures", bar: isCapturing ? 3.5 : nil, readServiceOfTen),
      row("ten closures by a plain accessor", bar: isCapturing ? 3.5 : nil, readPlainServiceOfTen),
      row("ten closures", of: 1_000, readServiceOfTen),
      row("one closure", inScope: true, readService),
      row("ten closures", bar: isCapturing ? 4 : nil, inScope: true, readServiceOfTen),
      row(
        "ten closures by a plain accessor", bar: isCapturing ? 4 : nil, inScope: true, readPlainServiceOfTen),
      row("ten closures", of: 1_000, inScope: true, readServiceOfTen),
    ] + (isCapturing ? [] : [row("ten closures", of: 0, readServiceOfTen)])
  }
}
