import Foundation

/// What the user asked for.
struct ExploreOptions {
  var runs = 200
  var minutes = 10.0
  var filters: [String] = []
  var skips: [String] = []
  var report: URL?
  var isHelp = false

  static let help = """
    Explores every test that has a world, in many worlds and with its tasks in many orders.

    USAGE: swift package explore-worlds [--runs N] [--minutes M] [--filter REGEX] [--skip REGEX] [--report FILE]

      --runs N        how many runs a test has at most (200)
      --minutes M     when that time is over, each test that is left has one run (10)
      --filter REGEX  only tests whose names match, as in `swift test`; may be repeated
      --skip REGEX    all but those; may be repeated
      --report FILE   the report in JSON; without it, in the plugin's folder

    EXIT CODES: 0 if no test breaks, and 1 otherwise: a test breaks, the tests couldn't be built or run, they didn't end,
    none of them has a world, or an option is bad. The last line, on standard error, says which.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      // `--runs 20` or `--runs=20`
      let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
      func value() throws -> String {
        if parts.count > 1 { return parts[1] }
        guard let value = rest.first, !value.hasPrefix("--") else {
          throw ExploreOptions.problem("\(name) has no value")
        }
        return rest.removeFirst()
      }
      switch parts.first {
      case "--help", "-h": isHelp = true
      case "--runs":
        let text = try value()
        guard let number = Int(text), number > 0 else {
          throw ExploreOptions.problem("--runs is a number above 0, not '\(text)'")
        }
        runs = number
      case "--minutes":
        let text = try value()
        guard let number = Double(text), number > 0, number < 100_000 else {
          throw ExploreOptions.problem("--minutes is a number above 0, not '\(text)'")
        }
        minutes = number
      case "--filter": filters.append(try value())
      case "--skip": skips.append(try value())
      case "--report": report = URL(fileURLWithPath: try value())
      default: throw ExploreOptions.problem("unknown option '\(name)'")
      }
    }
  }

  private static func problem(_ text: String) -> Problem {
    Problem(text + ". Try: swift package explore-worlds --help")
  }
}
