// swift-format-ignore-file
import ArgumentParser
import World

struct Order: ParsableCommand {
  @Option var day = Current.date()  // expect: current-outside-builders

  func run() throws {
    let date = Current.date()  // expect: none
    let started = Date()  // expect: direct-date
    print(text(date))
  }
  func text(_ date: Date) -> String { Current.locale().identifier }  // expect: current-outside-builders
}

struct Refund: AsyncParsableCommand {
  mutating func run() async throws { print(Current.date()) }  // expect: none
  struct Format { func run() { print(Current.date()) } }  // expect: current-outside-builders
}

// A command whose conformance is in another file, or in a protocol of the program's.
protocol ShopCommand: AsyncParsableCommand { var isQuiet: Bool { get } }
struct Stock: ShopCommand, Sendable {
  func run() async throws { print(Current.date()) }  // expect: none
}
extension Tool {
  struct Restock: ArgumentParser.ParsableCommand {
    func run() throws { print(Current.date()) }  // expect: none
    func validate() throws { print(Current.date()) }  // expect: current-outside-builders
  }
}

struct Import<Row: Sequence<Array<Int>>>: ParsableCommand {
  func run() { print(Current.date()) }  // expect: none
}

// Others have a function of that name, too.
struct Loop {
  func run() { print(Current.date()) }  // expect: current-outside-builders
}
struct Runner<Command: ParsableCommand> {
  func run() { print(Current.date()) }  // expect: current-outside-builders
}
extension Refund {
  static func run(_ arguments: [String]) {
    func inner() { print(Current.date()) }  // expect: none
    inner()
  }
}
struct Demo: ParsableCommand {
  func run() throws { withWorld(.mock) { sell() } }  // expect: mock-in-program
  func test() throws { withWorld(.mock) { sell() } }  // expect: none
}
