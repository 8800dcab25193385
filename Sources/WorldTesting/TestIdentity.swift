// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The test that code runs in.
struct TestIdentity: Sendable, Equatable {
  enum Framework: Sendable { case swiftTesting, exitTest, xcTest, worldTestCase }

  var name: String
  var framework: Framework

  /// The running test; `nil` in work that doesn't know it: detached tasks, Dispatch, and threads.
  static var current: TestIdentity? {
    if let test = Test.current { return TestIdentity(name: test.nameAndPlace, framework: .swiftTesting) }
    if let test = XCTestObserver.ofProcess.running { return test }
    #if compiler(>=6.2) && (os(Linux) || os(macOS) || os(Windows) || os(FreeBSD))
      if ExitTest.current != nil { return TestIdentity(name: "exit test", framework: .exitTest) }
    #endif
    return nil
  }

  /// A number for the running test and the arguments of its case. It is the same in each process if the arguments'
  /// descriptions are, and doesn't depend on the test's line.
  static var seed: UInt64 {
    let name = current?.name ?? ""
    // The arguments aren't public. In the description, addresses precede them. It takes long to make.
    let words = Test.Case.current.flatMap { $0.isParameterized ? String(reflecting: $0) : nil } ?? ""
    let arguments = words.range(of: "(arguments: ").map { words[$0.upperBound...] } ?? ""
    return (name.prefix(upTo: name.lastIndex(of: ":") ?? name.endIndex) + arguments).utf8
      .reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Test {
  /// Name, file and line.
  var nameAndPlace: String { "\(name) (\(sourceLocation.fileID):\(sourceLocation.line))" }
}
