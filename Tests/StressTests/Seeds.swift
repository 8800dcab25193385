import Foundation
import World

/// The seeds that the stress tests run with: a few fixed ones, so that every run does the same, or those that
/// the environment names (`WORLD_STRESS_SEEDS=1,2,3`), to repeat a failure or to look for new ones.
let stressSeeds: [UInt64] = {
  guard let chosen = ProcessInfo.processInfo.environment["WORLD_STRESS_SEEDS"] else {
    return [1, 2, 3, 4, 5, 6]
  }
  return chosen.split(separator: ",").compactMap { UInt64($0) }
}()
