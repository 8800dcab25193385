// SPDX-License-Identifier: MIT

import World

extension World {
  /// Returns an integer for a test's data, made from the random numbers of the current world.
  ///
  /// ```swift
  /// @Test(.exploring(1_000)) func nothingIsLost() {
  ///   let amount = World.draw("amount", in: -10_000...10_000)
  ///   let people = World.draw("people", in: 1...10)
  ///   #expect(amount / people * people + amount % people == amount)
  /// }
  /// ```
  ///
  /// In an exploration, values that break programs come up often: 0, 1 and -1, the bounds, and values that are equal or
  /// close to an earlier one. The failing run is shown with the smallest values: 0, then 1, -1, 2 and so on, or those
  /// nearest to 0 if the range doesn't contain it. The report names each value and where it was drawn:
  /// `amount = 0, at Shares.swift:12`.
  ///
  /// **Elsewhere.** The distance from 0 is uniformly distributed, and positive and negative values are equally likely.
  ///
  /// **Cost.** One number of `Current.random`.
  ///
  /// **Thread-safety.** The same as `Current.random`.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - range: The range of the number, whose type has at most 64 bits.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  public static func draw<Value: FixedWidthInteger & Sendable>(
    _ name: String, in range: ClosedRange<Value>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Value {
    precondition(Value.bitWidth <= 64, "World.draw makes integers with at most 64 bits.")
    // check-world: allow the data of a test come from the test's world
    var number = Current.random.next()
    let origin = min(max(range.lowerBound, 0), range.upperBound)
    let below = UInt64(Value.Magnitude(truncatingIfNeeded: origin &- range.lowerBound))
    let above = UInt64(Value.Magnitude(truncatingIfNeeded: range.upperBound &- origin))
    let most = max(below, above)
    let reads = Scheduler.current?.reads
    if number < 2, 1..<UInt64.max ~= most, reads?.randomNumbers.withLock({ $0.isNextToLowest }) == true {
      // The lowest number of the next value, or the number after it, for the value on the other side.
      let lowest = UInt64.max / (most + 1) + 1
      number = lowest + lowest % 2 + number % 2
      reads?.randomNumbers.withLock { [number] in $0.replaceLast(by: number) }
    }
    // A lower number is nearer to 0. Its lowest bit decides on which side.
    let size = most == .max ? number : number.multipliedFullWidth(by: most + 1).high
    let isNegative =
      size > above || above == 0 || number % 2 == 1 && below > 0 && (size <= below || number == .max)
    let value =
      isNegative
      ? origin &- Value(truncatingIfNeeded: min(size, below)) : origin &+ Value(truncatingIfNeeded: size)
    reads?.note(
      DrawnValue(name: name, line: SourceLine(path: "\(fileID)", number: Int(line)), value: "\(value)"))
    return value
  }
}

/// A value that a run drew, for its report.
struct DrawnValue: Sendable {
  var name: String
  var line: SourceLine
  var value: String
}

extension [DrawnValue] {
  /// A text for each place, in the order in which they were reached: `quantity = 0, 1, at Order.swift:12`.
  var text: [String] {
    let places = reduce(into: [(name: String, line: SourceLine)]()) { places, draw in
      if !places.contains(where: { $0 == (draw.name, draw.line) }) { places.append((draw.name, draw.line)) }
    }
    return places.prefix(20).map { place in
      let values = filter { ($0.name, $0.line) == place }.map(\.value)
      return
        "\(place.name) = \(values.prefix(20).joined(separator: ", "))\(values.count > 20 ? " …" : ""), at \(place.line)"
    }
  }
}
