import World

extension Simulation {
  /// Why a simulation can't be read. Nothing was simulated then.
  public struct ReadingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Where a value comes from.
    public enum Source: Sendable, Equatable {
      /// A command-line flag, such as `--locale`.
      case flag(String)
      /// A variable of the environment, such as `WORLD_LOCALE`.
      case variable(String)
      /// A member of a `baggage` header, such as `world.locale`.
      case member(String)
      /// The `baggage` header as a whole.
      case header
    }

    /// Where the value comes from.
    public let source: Source
    /// The value; `nil` where it is missing.
    public let value: String?
    /// What is wrong with it, to follow the value.
    public let reason: String
    /// The nearest values that are valid, the nearest first.
    public let suggestions: [String]

    init(_ source: Source, value: String? = nil, _ reason: String, suggestions: [String] = []) {
      self.source = source
      self.value = value
      self.reason = reason
      self.suggestions = suggestions
    }

    /// All of it in one line; the value is quoted and escaped, so that the line stays one.
    public var description: String {
      let name =
        switch source {
        case .flag(let name): "\(name)"
        case .variable(let name): "\(name)"
        case .member(let key): "baggage: \(key)"
        case .header: "baggage"
        }
      let subject = value.map { "\(name): \($0.quoted)" } ?? name
      return "\(subject) \(reason)" + (suggestions.isEmpty ? "" : "; did you mean \(choice)?")
    }

    /// `one, two or three`
    private var choice: String {
      guard let last = suggestions.last, suggestions.count > 1 else { return suggestions.first ?? "" }
      return suggestions.dropLast().joined(separator: ", ") + " or " + last
    }
  }
}
