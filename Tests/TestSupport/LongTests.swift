import Foundation

/// The tests that `swift test` skips, and the gate runs once: they take long, and don't depend on how they are built.
package enum LongTests {
  /// Whether `LONG_TESTS` is set.
  package static let areEnabled = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil
}
