// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a closure that reports an issue when it is called.
///
/// ```swift
/// static var mock: Payments {
///   Payments(
///     charge: unimplemented("Payments.charge"),
///     total: unimplemented("Payments.total", placeholder: 0)
///   )
/// }
/// ```
///
/// It fits closures with any number of arguments, synchronous or asynchronous. After the report, a throwing closure throws
/// ``Unimplemented``. A closure that can't throw returns the `placeholder`, if it returns a value.
///
/// In a test, a call fails the test, at the line of the call if known. Elsewhere, it writes a line to standard error. To fix it,
/// assign a closure before the call, or don't call it.
@inlinable
public func unimplemented<each Argument, Result>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  let unimplemented = Unimplemented(
    name, at: World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in
    unimplemented.report()
    throw unimplemented
  }
}

/// Returns a closure that reports an issue when it is called, and returns nothing. The compiler prefers the throwing form.
@_disfavoredOverload
@inlinable
public func unimplemented<each Argument>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, placeholder: (), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns a closure that reports an issue when it is called, and returns the `placeholder`, which is evaluated at each call. See
/// the throwing form.
@inlinable
public func unimplemented<each Argument, Result>(
  _ name: String, placeholder: @autoclosure @escaping @Sendable () -> Result, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result {
  let unimplemented = Unimplemented(
    name, at: World.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  return { (_: repeat each Argument) in
    unimplemented.report()
    return placeholder()
  }
}

/// The error that an unimplemented closure throws.
public struct Unimplemented: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// The closure's name, as given to `unimplemented(_:)`.
  public var name: String
  package let location: World.SourceLocation

  @usableFromInline
  init(_ name: String, at location: World.SourceLocation) { (self.name, self.location) = (name, location) }

  /// The name and the place.
  public var description: String { "\(name) is unimplemented (\(location))" }

  /// The name and the place.
  public var errorDescription: String? { "\(description)." }

  /// How to fix it.
  public var recoverySuggestion: String? { "Assign \(name) a closure before it is called, or don't call it." }

  @usableFromInline
  func report() {
    IssueReporter.report(
      name + " was called, but it is declared here as unimplemented", kind: .unimplemented, at: location,
      fixes: ["don't call it", "assign " + name + " a closure before it is called"], isAtCaller: true)
  }
}
