#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import World

  @testable import Stress
  @testable import WorldTesting

  /// The stress program's parts as plain tests and as explorations, beside threads that write the process-wide world.
  @Suite(.timeLimit(.minutes(120)))
  struct ScheduledTests {
    /// Longer with `RANDOM_SECONDS=10`.
    static let seconds = ProcessInfo.processInfo.environment["RANDOM_SECONDS"].flatMap(Double.init)

    @Test func nothingIsWrongInStepsOfSchedulers() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        // Outside of the test's world.
        await Task.detached { await ScheduledTests.everything(seed: stressSeeds[0]) }.value
      }
      #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
    }

    private static func everything(seed: UInt64) async {
      let end = End(instant: seconds.map { .now + .seconds($0) }, rounds: seconds == nil ? 3 : .max)
      let tally = Tally()
      let process = ProcessWide(tally)
      let rounds = End(instant: end.instant, rounds: 2)
      await withTaskGroup { group in
        for register in Register.allCases {
          group.addTask { await onThread { process.write(register, until: end) } }
        }
        for part in 0..<4 {
          let scopes = Scopes(part: part, seed: seed, tally: tally, process: process)
          let lifetimes = Lifetimes(seed: seed, tally: tally)
          group.addTask {
            var round = 0
            while !end.isBefore(round) {
              let isPlain = round.isMultiple(of: 2)
              await (isPlain ? ScheduledTests.runAsTest : explore) {
                await withTaskGroup { group in
                  group.addTask { await scopes.run(until: rounds) }
                  group.addTask { await lifetimes.run(until: rounds) }
                }
              }
              round += 1
            }
          }
        }
      }
      process.check("at the end")
      #expect(tally.isRight)
      #expect(!tally.line.hasPrefix("0 "))
    }

    private static func runAsTest(_ body: @escaping @Sendable () async -> Void) async {
      let report: @Sendable (HaltReport) -> Void = { Issue.record("\($0.summary)") }
      await #expect(throws: Never.self) {
        try await Scheduler().runTest(timeout: .seconds(1_200), report: report, body)
      }
    }

    private static func explore(_ body: @escaping @Sendable () async -> Void) async {
      // Outside of the run's world, in its steps all the same.
      let report = await World.Exploration(runs: 5).run { await Task.detached { await body() }.value }
      #expect(report.failureText == nil)
      #expect(report.runs == 5)
    }
  }
#endif
