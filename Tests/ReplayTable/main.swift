// How many failures of live programs are the same when their recordings are replayed.
//
//     swift run -c release ReplayTable [failures]
//     swift run -c release ReplayTable cost [calls]

import Foundation
import World
import WorldMocks
import WorldStorage
import WorldTesting

if CommandLine.arguments.contains("cost") {
  try await Cost.report(of: CommandLine.arguments.last.flatMap { Int($0) } ?? 200_000)
} else {
  let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20
  for program in programs {
    for keepsAll in [true, false] {
      print(await ReplayTable.row(program, failures: count, keepsAll: keepsAll))
    }
  }
}
