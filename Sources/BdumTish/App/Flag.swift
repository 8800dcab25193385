/// The flags of the command line that aren't World's: the table that the parser, the help, the manual and the completions
/// are made from.
enum Flag: String, CaseIterable, Sendable {
  case coffee = "--coffee"
  case beside = "--beside"
  case explore = "--explore"
  case analytics = "--analytics"
  case json = "--json"
  case noColor = "--no-color"
  case noAnimation = "--no-animation"
  case help = "--help"
  case version = "--version"

  /// A value as an example; `nil` for a flag that takes none.
  var example: String? {
    switch self {
    case .coffee: "decaf"
    case .beside: "'fr_FR Asia/Tokyo'"
    case .analytics: "events.jsonl"
    case .explore, .json, .noColor, .noAnimation, .help, .version: nil
    }
  }

  /// What stands for its value in the help.
  var placeholder: String? {
    switch self {
    case .coffee: values.joined(separator: "|")
    case .beside: "'LOCALE ZONE'"
    case .analytics: "FILE"
    case .explore, .json, .noColor, .noAnimation, .help, .version: nil
    }
  }

  /// The values that there are, where they can be listed.
  var values: [String] { self == .coffee ? CoffeeChoice.allCases.map(\.rawValue) : [] }

  /// Whether it may be given several times.
  var isRepeatable: Bool { self == .beside }

  /// A shorter spelling.
  var short: String? { self == .help ? "-h" : nil }

  /// What it does, for the help.
  var summary: String {
    switch self {
    case .coffee: "what is in the pot"
    case .beside: "the day in two or three worlds beside each other; give it for each"
    case .explore: "the day in each of World's edge cases"
    case .analytics: "append what happens to a file of JSON lines"
    case .json: "for programs; times are ISO 8601 with their offset (Z in UTC)"
    case .noColor: "no colours; nor are there any with NO_COLOR set or off a terminal"
    case .noAnimation: "all at once; so it is off a terminal"
    case .help: "print this"
    case .version: "print the version"
    }
  }

  /// A flag of this spelling.
  init?(spelling: String) {
    guard let flag = Flag.allCases.first(where: { $0.rawValue == spelling || $0.short == spelling }) else {
      return nil
    }
    self = flag
  }
}
