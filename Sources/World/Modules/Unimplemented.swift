/// A closure that must not be called: it can be assigned and read, and reports an issue when it is called.
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
/// It fits closures with any number of arguments, synchronous or not. A throwing closure throws
/// ``Unimplemented``; one that returns nothing returns; one that returns a value and can't throw needs a
/// `placeholder` to return.
///
/// In a test, a call fails that test, with the name and the line that called it where it can be had. Elsewhere
/// it is one line on standard error.
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

/// A closure that must not be called and returns nothing. See the throwing form, which is preferred where both fit.
@_disfavoredOverload
public func unimplemented<each Argument>(
  _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, placeholder: (), fileID: fileID, filePath: filePath, line: line, column: column)
}

/// A closure that must not be called, with the `placeholder` that a call returns all the same, evaluated at each
/// call. See the throwing form.
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

/// A closure was called that was never implemented.
public struct Unimplemented: Error, Sendable, CustomStringConvertible {
  /// The closure's name, as it was given.
  public var name: String
  /// Where the closure was declared unimplemented.
  public var location: World.SourceLocation

  init(_ name: String, at location: World.SourceLocation) {
    self.name = name
    self.location = location
  }

  /// The name and the place.
  public var description: String { "\(name) is unimplemented (\(location))" }

  func report() {
    IssueReporter.report(
      "\(name) was called, but it is unimplemented", kind: .unimplemented, at: location,
      fixes: ["don't call it here", "assign \(name) a closure before it is called"], isAtCaller: true)
  }
}
