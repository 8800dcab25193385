import LibFuzzer

/// `fuzz TARGET [libFuzzer's arguments]`
@main
enum Fuzz {
  static func main() {
    var arguments = CommandLine.unsafeArgv
    guard CommandLine.argc > 1, let name = arguments[1].map({ String(cString: $0) }), let test = tests[name]
    else { fatalError("Which target? One of \(tests.keys.sorted().joined(separator: ", "))") }
    // libFuzzer reads the arguments after the target's name, and runs itself again by the first one.
    arguments[1] = arguments[0]
    arguments += 1
    var count = CommandLine.argc - 1
    var optional = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>(arguments)
    _ = LLVMFuzzerRunDriver(&count, &optional, test)
  }

  private typealias Test = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

  private static let tests: [String: Test] = [
    "Flags": { start, count in
      fuzzFlags(text(start, count))
      return 0
    },
    "Environment": { start, count in
      fuzzEnvironment(text(start, count))
      return 0
    },
    "Dates": { start, count in
      fuzzDates(text(start, count))
      return 0
    },
    "Baggage": { start, count in
      fuzzBaggage(text(start, count))
      return 0
    },
  ]

  private static func text(_ start: UnsafePointer<UInt8>?, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
