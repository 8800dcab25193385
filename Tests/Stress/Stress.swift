import Foundation
import World

/// Uses everything at once, at random, and compares each value with a model.
///
/// It prints one line, and ends with 1 if any value was wrong:
///
///     21841002 reads, 93120 scopes, 1284400 writes, 0 wrong
///
/// The computer's own clock isn't stepped, which needs rights that a test doesn't have. Waits are by a monotonic one; what
/// depends on the other, but for a live world's date, is a time machine's anchor. `Sleepers` steps it there.
@main
struct Stress {
  static func main() async throws {
    if let writer = FileWriter(Array(CommandLine.arguments.dropFirst())) { try writer.run() }
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.help)
      exit(2)
    }
    if options.kills > 0 {
      var kills = Kills(options: options)
      exit(kills.run())
    }
    if options.stops > 0 { exit(Stops(options: options).run()) }
    let tally = Tally()
    let counting = Counting(writes: options.writes / 2, tally: tally)
    await onThread { counting.onThreads() }
    await counting.inAScope()
    await everything(options, tally)
    print(tally.line)
    exit(tally.isRight ? 0 : 1)
  }

  private static func everything(_ options: Options, _ tally: Tally) async {
    // check-world: allow it measures the machine itself
    let start = ContinuousClock.now
    let end = End(instant: options.seconds.map { start + .seconds($0) }, rounds: options.rounds)
    let process = ProcessWide(tally)
    await withTaskGroup { group in
      for register in Register.allCases {
        group.addTask { await onThread { process.write(register, until: end) } }
      }
      for _ in 0..<2 { group.addTask { await onThread { process.read(until: end) } } }
      for part in 0..<4 {
        let scopes = Scopes(part: part, seed: options.seed, tally: tally, process: process)
        group.addTask { await scopes.run(until: end) }
      }
      group.addTask { await Lifetimes(seed: options.seed, tally: tally).run(until: end) }
      group.addTask { await Sleepers(seed: options.seed, tally: tally).run(until: end) }
    }
    process.check("at the end")
  }
}
