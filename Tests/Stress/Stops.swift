import Foundation
import World

/// Runs this program in a child process, and stops and continues that at random moments, as a system does with an app in
/// the background.
struct Stops {
  let options: Options

  /// - Returns: How the child ended.
  func run() -> Int32 {
    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).absoluteURL
    child.arguments = arguments
    do { try child.run() } catch {
      writeLineToStandardError("the program can't start itself: \(error)")
      return 1
    }
    var dice = Dice(seed: options.seed, part: 99, round: 0)
    for _ in 0..<options.stops where child.isRunning {
      wait(milliseconds: 1 + dice.roll(40))
      kill(child.processIdentifier, SIGSTOP)
      wait(milliseconds: 1 + dice.roll(40))
      kill(child.processIdentifier, SIGCONT)
    }
    child.waitUntilExit()
    return child.terminationReason == .exit ? child.terminationStatus : 1
  }

  /// What the child is asked for: the same, without being stopped.
  private var arguments: [String] {
    var words = CommandLine.arguments.dropFirst()
    if let index = words.firstIndex(of: "--stops") { words.removeSubrange(index...(index + 1)) }
    return Array(words)
  }

  private func wait(milliseconds: Int) {
    // check-world: allow the moments of the stops are in real time
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
  }
}
