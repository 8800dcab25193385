/// Asks until it gets an answer that is one of the choices.
struct Question<Choice: RawRepresentable<String>> {
  var text: String
  var choices: [Choice]
  /// What an empty answer means, and no answer.
  var `default`: Choice

  func ask(on console: Console) -> Choice {
    while true {
      console.prompt("\(text) [\(`default`.rawValue)] ")
      guard let line = console.readLine() else {
        console.prompt("\n")
        return `default`
      }
      let answer = line.trimmed.lowercased()
      if answer.isEmpty { return `default` }
      if let choice = choices.first(where: { $0.rawValue == answer }) { return choice }
      let names = choices.map(\.rawValue).joined(separator: " or ")
      console.complain("Please answer \(names).")
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
