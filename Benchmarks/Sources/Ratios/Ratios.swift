import Foundation
import Rows

/// Prints ratios, each measured in its own process.
///
///     Ratios                  the table: all rows
///     Ratios --check          a few rows and the allocations; exits 1 if a row costs more than twice its bar
///     Ratios --only TEXT      the rows whose names contain a text
///     Ratios --row NUMBER     measures one row in this process
@main
enum Ratios {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "--row": await measure(Row.all[Int(arguments[1]) ?? 0])
    case "--check": try check()
    case "--only": try table { $0.contains(arguments[1]) }
    default: try table { _ in true }
    }
  }

  private static func measure(_ row: Row) async {
    row.prepare()
    var medians: [Figure] = []
    for _ in 0..<5 { medians.append(await row.median(rounds: 31)) }
    medians.sort { $0.ratio < $1.ratio }
    // For a time, the best figure counts, because other load on the machine mostly adds to it.
    let figure = row.measure == .time ? medians[0] : medians[2]
    print(figure.ratio, figure.nanoseconds)
  }

  private static func table(_ isIncluded: (String) -> Bool) throws {
    print("| row | bar | median ratio | ns |", "| --- | --- | --- | --- |", separator: "\n")
    for (number, row) in Row.all.enumerated() where isIncluded(row.name) {
      let figure = try figure(number)
      let bar = row.bar.map { "\(row.measure == .time ? "<=" : ">=") \($0)" } ?? ""
      print(
        "| \(row.name) | \(bar) | \(rounded(figure.ratio))\(row.isMet(by: figure.ratio) ? "" : " (missed)") "
          + "| \(Int(figure.nanoseconds.rounded())) |")
    }
  }

  /// Checks the bars generously, with twice the bar and three tries: the machine may be busy, and a read in a scope
  /// takes half as long again in some launches.
  private static func check() throws {
    var findings = Allocations.findings()
    for (number, row) in Row.all.enumerated() {
      guard let bar = row.bar, row.measure == .time else { continue }
      let limit = bar * 2
      var figure = try figure(number).ratio
      for _ in 0..<2 where figure > limit { figure = min(figure, try self.figure(number).ratio) }
      findings.append(
        Finding(text: "\(row.name): \(rounded(figure)), at most \(limit)", isGood: figure <= limit))
    }
    for finding in findings { print(finding.isGood ? "ok    " : "FAILED", finding.text) }
    exit(findings.allSatisfy(\.isGood) ? 0 : 1)
  }

  /// Measures a row in its own process.
  private static func figure(_ number: Int) throws -> Figure {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--row", "\(number)"]
    let output = Pipe()
    process.standardOutput = output
    // Discards the reports about the row's own process-wide writes.
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else { return Figure(ratio: .nan, nanoseconds: .nan) }
    return Figure(ratio: numbers[0], nanoseconds: numbers[1])
  }

  private static func rounded(_ figure: Double) -> Double { (figure * 100).rounded() / 100 }
}

struct Finding {
  let text: String
  let isGood: Bool
}
