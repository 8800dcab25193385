import Testing
import World

/// A sample of code in a documentation comment.
struct Sample: CustomTestStringConvertible {
  /// The file that the sample is in.
  var file: String
  /// The line of the sample's fence.
  var line: Int
  /// The sample's declarations, if any, that can't stand in a function.
  private(set) var declarations: [String] = []
  /// What else is in the sample.
  private(set) var statements: [String] = []

  var testDescription: String { "\(file):\(line)" }

  /// The samples of a file.
  static func samples(in text: String, file: String) -> [Sample] {
    var (samples, open): ([Sample], Sample?) = ([], nil)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let comment = line.firstRange(of: "///"), line[..<comment.lowerBound].allSatisfy({ $0 == " " })
      else {
        open = nil
        continue
      }
      let content = String(line[comment.upperBound...].dropFirst())
      if let sample = open, content == "```" {
        samples.append(sample)
        open = nil
      } else if content == "```swift" {
        open = Sample(file: file, line: index + 1)
      } else {
        open?.add(content)
      }
    }
    return samples
  }

  private mutating func add(_ line: String) {
    let code = line.replacing("…", with: "")
    let begins = line.first.map { $0 != " " && $0 != "}" } ?? false
    let isDeclaration =
      begins ? Self.declarations.contains { line.hasPrefix($0) } : !declarations.isEmpty && !isInStatements
    if begins { isInStatements = !isDeclaration }
    // Every line stands in both, so that the compiler names it by its place.
    declarations.append(isDeclaration ? code : "")
    statements.append(isDeclaration ? "" : code)
  }

  /// Whether the line before belongs to a statement.
  private var isInStatements = false

  private static let declarations = [
    "@main", "@Test", "@Suite", "///", "enum ", "extension ", "final class ", "func ", "public ", "static ",
    "struct ", "var Current:",
  ]

  /// Whether all of the sample may stand in a function.
  var hasDeclarations: Bool { declarations.contains { !$0.isEmpty } }

  /// The sample's declarations as they are, for a file.
  var declarationSource: String {
    let isMember = declarations.contains { $0.hasPrefix("static ") }
    return """
      \(isMember ? "extension Samples {" : "")
      #sourceLocation(file: "Sources/\(file)", line: \(line + 1))
      \(declarations.joined(separator: "\n"))
      #sourceLocation()
      \(isMember ? "}" : "")
      """
  }

  /// The sample's statements, in a function with the local variables that samples use.
  func statementSource(number: Int) -> String {
    let changesWorld = statements.contains { $0.hasPrefix("$0.") }
    return """
      func sample\(number)() async throws {
        let (environment, token, queue) = (ProcessInfo.processInfo.environment, "", DispatchQueue(label: ""))
        let (time, simulation) = (TimeMachine(frozenAt: launchDay), World.Simulation())
        var (world, child, request, standardError) = (World.mock, Child(), Request(), "")
        do {
          \(changesWorld ? "try World.bootstrap {" : "")
      #sourceLocation(file: "Sources/\(file)", line: \(line + 1))
      \(statements.joined(separator: "\n"))
      #sourceLocation()
          \(changesWorld ? "}" : "")
        }
      }
      """
  }
}
