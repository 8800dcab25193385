import Foundation
import Testing
import World
import WorldExploration

@testable import WorldTesting

/// The table at the end of a sweep says what each test reads, and by what it fails.
struct SweepTableTests {
  struct Failed: Error {}

  private func table(_ body: @escaping @Sendable () throws -> Void) async throws -> String {
    let table = SweepTable()
    let report = await Exploration(runs: 50).run { try body() }
    table.add(report, of: try #require(Test.current))
    return table.description
  }

  @Test func aTestThatReadsNothingSaysSo() async throws {
    let table = try await table {}
    #expect(table.contains("Explored 1 tests, of which 0 failed:"))
    #expect(table.contains("reads nothing of its world"))
    #expect(table.contains("SweepTableTests.swift:"))
  }

  @Test func aTestThatPassesSaysWhatItReads() async throws {
    let table = try await table { _ = Current.date() }
    #expect(table.contains("passes; read date"))
  }

  @Test func aTestThatFailsSaysByWhat() async throws {
    let mock = Exploration.silentMock().locale().identifier
    let table = try await table {
      if Current.locale().identifier != mock { throw Failed() }
    }
    #expect(table.contains("of which 1 failed:"))
    #expect(table.contains("fails by locale: w1:"))
  }

  @Test func theCasesOfATestAreOneRow() async throws {
    let table = SweepTable()
    let test = try #require(Test.current)
    var runs = 0
    for isFailing in [false, true, false] {
      let report = await Exploration(runs: 5).run { if isFailing { throw Failed() } }
      table.add(report, of: test)
      runs += report.runs
    }
    let rows = table.description.split(separator: "\n").filter { $0.contains("SweepTableTests.swift") }
    #expect(rows.count == 1)
    #expect(rows.first?.contains("| \(runs) | fails in its own world") == true)
  }
}
