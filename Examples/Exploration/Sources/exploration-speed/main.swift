import Foundation
import World
import WorldTesting

// Measures the runs per second of an exploration on one core, and the memory that it leaks.
//
//   swift run exploration-speed            a debug build, as tests run
//   swift run exploration-speed many       a hundred tasks alone
//   swift run exploration-speed --check    exits with 1 if a rate is below its minimum here, or if memory grows

actor Account {
  private var balance = 100
  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    balance -= amount
  }
}

/// A test of ten steps.
@Sendable func pair() async throws {
  let account = Account()
  _ = Current.date()
  async let first: Void = account.withdraw(60)
  async let second: Void = account.withdraw(60)
  _ = await (first, second)
}

/// A hundred tasks of ten steps.
@Sendable func many() async throws {
  await withDiscardingTaskGroup { group in
    for _ in 0..<100 {
      group.addTask {
        for _ in 0..<9 { await Task.yield() }
      }
    }
  }
}

/// Tasks that fall asleep and wake.
@Sendable func sleepers(_ count: Int) async throws {
  try await withThrowingDiscardingTaskGroup { group in
    for number in 0..<count {
      group.addTask { try await Current.sleep(.seconds(number)) }
    }
  }
}

/// The memory that the process uses, in kB; `nil` where there is no /proc.
func memory() -> Int? {
  let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
}

/// The processor time of all threads, which doesn't depend on other processes.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The runs per second of processor time.
func rate(_ runs: Int, of body: @escaping @Sendable () async throws -> Void) async -> Double {
  let start = processorSeconds()
  var done = 0
  for seed in 0..<10 as Range<UInt64> {
    // Two sleeping tasks have few orders, so an exploration may end sooner.
    done += await World.Exploration(runs: runs / 10, varying: .schedule, seed: seed).run(body).runs
  }
  return Double(done) / (processorSeconds() - start)
}

if CommandLine.arguments.contains("many") {
  print("100 tasks of ten steps: \(Int(await rate(500, of: many))) runs a second")
  exit(0)
}

// Builds everything that a process builds once, so that it isn't measured.
_ = await World.Exploration(runs: 10_000).run(pair)
let before = memory()
var runs = 0
let start = processorSeconds()
for seed in 0..<10 as Range<UInt64> {
  runs += await World.Exploration(runs: 10_000, seed: seed).run(pair).runs
}
let pairRate = Int(Double(runs) / (processorSeconds() - start))
let growth = memory().flatMap { after in before.map { after - $0 } }
print(
  "\(runs) runs of a test of ten steps, \(pairRate) a second of processor time, "
    + (growth.map { "\($0) kB more in use" } ?? "memory unknown"))

let manyRate = Int(await rate(500, of: many))
print("100 tasks of ten steps: \(manyRate) runs a second")

/// The duration of each of 4,000 tasks, as a multiple of each of 100.
let few = await rate(100, of: { try await sleepers(100) })
let thousands = await rate(10, of: { try await sleepers(4_000) })
let ratio = few / 40 / thousands
print(
  "100 sleeping tasks: \(Int(few)) runs a second; 4,000: \(String(format: "%.1f", thousands)), \(String(format: "%.1f", ratio)) times as long a task"
)

// Each unstructured task, here one per run, leaks 48 bytes: the runtime doesn't free the memory of a weak reference to a task.
// Another leak of 10 bytes per run would be 1,000 kB.
let isFlat = growth.map { $0 < 48 * runs / 1_000 + 1_000 } ?? true
let isFast = pairRate >= 10_000 && ratio < 5
exit(CommandLine.arguments.contains("--check") && !(isFast && isFlat) ? 1 : 0)
