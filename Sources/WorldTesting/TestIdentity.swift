// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The test that code runs in.
struct TestIdentity: Sendable, Equatable {
  enum Framework: Sendable { case swiftTesting, exitTest, xcTest, worldTestCase }

  var name: String
  var framework: Framework

  /// `nil` if it isn't known: work that is detached, or runs on Dispatch or a thread, doesn't know its test.
  static var current: TestIdentity? {
    if let test = Test.current { return TestIdentity(name: test.nameAndPlace, framework: .swiftTesting) }
    if let test = XCTestObserver.ofProcess.running { return test }
    #if compiler(>=6.2) && (os(Linux) || os(macOS) || os(Windows) || os(FreeBSD))
      if ExitTest.current != nil { return TestIdentity(name: "exit test", framework: .exitTest) }
    #endif
    return nil
  }

  /// A number for the running test and the arguments of its case: the same in each process, if their descriptions are. It doesn't
  /// depend on the test's line.
  static var seed: UInt64 {
    let name = current?.name ?? ""
    // Arguments aren't public. In front of them are addresses.
    let words = Test.Case.current.map { String(reflecting: $0) } ?? ""
    let arguments = words.range(of: "(arguments: ").map { words[$0.upperBound...] } ?? ""
    return (name.prefix(upTo: name.lastIndex(of: ":") ?? name.endIndex) + arguments).utf8
      .reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Test {
  /// Name, file and line.
  var nameAndPlace: String { "\(name) (\(sourceLocation.fileID):\(sourceLocation.line))" }
}
