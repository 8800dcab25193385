import Foundation
import World
import WorldTesting

// Measures how many runs a second an exploration makes on one core, and what it leaves behind.
//
//   swift run exploration-speed            a debug build, as tests run
//   swift run exploration-speed --check    exits with 1 below 10,000 runs a second, and if memory grows

/// A test of ten steps.
@Sendable func body() async throws {
  let account = Account()
  _ = Current.date()
  async let first: Void = account.withdraw(60)
  async let second: Void = account.withdraw(60)
  _ = await (first, second)
}

actor Account {
  private var balance = 100
  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    balance -= amount
  }
}

/// The memory that the process uses, in kB; `nil` where there is no /proc.
func memory() -> Int? {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
}

/// The processor time of all threads, which other processes on the machine don't change.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

// What is built once in a process isn't to be measured.
_ = await Exploration(runs: 10_000).run(body)
let before = memory()
var runs = 0
let start = processorSeconds()
for seed in 0..<10 as Range<UInt64> { runs += await Exploration(runs: 10_000, seed: seed).run(body).runs }
let rate = Int(Double(runs) / (processorSeconds() - start))
let growth = memory().flatMap { after in before.map { after - $0 } }
print(
  "\(runs) runs of a test of ten steps, \(rate) a second of processor time, "
    + (growth.map { "\($0) kB more in use" } ?? "memory unknown"))
// A leak of 10 bytes in a run would be 1,000 kB.
let isFlat = growth.map { $0 < 1_000 } ?? true
exit(CommandLine.arguments.contains("--check") && (rate < 10_000 || !isFlat) ? 1 : 0)
