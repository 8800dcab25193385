import World

/// What is wrong with a command line, in one line.
enum UsageError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String)
  case unknownWord(String, suggestion: String)
  case tooManyWords([String])
  case missingValue(Flag, example: String)
  case unwantedValue(Flag, String)
  case repeatedFlag(Flag, String? = nil, String? = nil)
  case unknownCoffee(String)

  /// What users typed is quoted and escaped, so that the line stays one.
  var description: String {
    switch self {
    case .unknownFlag(let flag):
      "\(flag.quoted) is not a flag; did you mean \(UsageError.nearestFlag(to: flag))?"
    case .unknownWord(let word, let suggestion):
      "\(word.quoted) is neither a programmer nor a command; did you mean \(suggestion)?"
    case .tooManyWords(let words):
      "\(words[1].quoted) is one word too many after \(words[0].quoted); give one"
    case .missingValue(let flag, let example):
      "\(flag.rawValue) needs a value, such as \(flag.rawValue) \(example)"
    case .unwantedValue(let flag, let value):
      "\(flag.rawValue) takes no value, but got \(value.quoted); did you mean \(flag.rawValue)?"
    case .repeatedFlag(let flag, let first?, let second?):
      "\(flag.rawValue) was given twice, as \(first.quoted) and \(second.quoted)"
    case .repeatedFlag(let flag, _, _):
      "\(flag.rawValue) was given twice"
    case .unknownCoffee(let value):
      "\(Flag.coffee.rawValue): \(value.quoted) is not a coffee; "
        + "did you mean \(NearestMatch.find(value, in: CoffeeChoice.allCases.map(\.rawValue)))?"
    }
  }

  private static func nearestFlag(to flag: String) -> String {
    NearestMatch.find(flag, in: Flag.allCases.map(\.rawValue) + Simulation.flags)
  }
}
