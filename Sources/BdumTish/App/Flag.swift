/// The flags of the command line that aren't World's.
enum Flag: String, CaseIterable, Sendable {
  case coffee = "--coffee"
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
    case .analytics: "events.jsonl"
    case .json, .noColor, .noAnimation, .help, .version: nil
    }
  }
}
