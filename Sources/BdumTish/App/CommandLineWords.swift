/// The command line, split into words and flags, not validated yet.
struct CommandLineWords: Sendable {
  /// What isn't a flag.
  private(set) var words: [String] = []
  /// The flags that were given, each with its values; a flag that takes none has an empty one.
  private(set) var values: [Flag: [String]] = [:]

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      } else if argument.hasPrefix("-"), argument != "-" {
        try takeFlag(argument, followedBy: &rest)
      } else {
        words.append(argument)
      }
    }
  }

  /// Takes `--flag value`, `--flag=value` or `--flag`.
  private mutating func takeFlag(
    _ argument: String, followedBy rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard let flag = Flag(spelling: parts[0]) else { throw .unknownFlag(parts[0]) }
    var value = parts.count > 1 ? parts[1] : nil
    if let example = flag.example {
      if value == nil, let next = rest.first, !next.hasPrefix("--") { value = rest.popFirst() }
      guard let value, !value.isEmpty else { throw .missingValue(flag, example: example) }
      if let earlier = values[flag]?.first, !flag.isRepeatable { throw .repeatedFlag(flag, earlier, value) }
      values[flag, default: []].append(value)
    } else {
      if let value { throw .unwantedValue(flag, value) }
      if values.updateValue([""], forKey: flag) != nil { throw .repeatedFlag(flag) }
    }
  }
}
