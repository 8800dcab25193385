// SPDX-License-Identifier: MIT

import World

extension World.Recorder {
  /// The values that a recording keeps of a function's calls. There is no default, so that you decide for each function.
  ///
  /// ```swift
  /// struct Till: World.Recordable {
  ///   var open: @Sendable (_ drawer: Int) -> Void
  ///   var signIn: @Sendable (_ password: String) async throws -> Void
  ///   var pay: @Sendable (_ card: String, _ cents: Int) async throws -> Int
  ///   static var mock: Till { Till(open: { _ in }, signIn: { _ in }, pay: { _, cents in cents }) }
  ///
  ///   func recorded(by recorder: World.Recorder) -> Till {
  ///     Till(
  ///       open: recorder("open", keeping: .all, open),
  ///       signIn: recorder("signIn", keeping: .nothing, signIn),
  ///       pay: recorder("pay", keeping: .redacted(arguments: { card, cents in [cents] }), pay))
  ///   }
  /// }
  /// ```
  ///
  /// A replay doesn't match arguments that aren't kept, only the task, the name, and the number of earlier calls. It takes results
  /// that aren't kept from the mock.
  public struct Keeping<Arguments, Output>: Sendable {
    /// `nil` to keep all of them as they are.
    let arguments: (@Sendable (Arguments) -> (any Encodable)?)?
    let result: @Sendable (Output) -> Output?
    let keepsErrors: Bool
    var isNothing = false

    /// Keeps arguments, results and errors as they are, if they are `Encodable`.
    public static var all: Keeping { Keeping(arguments: nil, result: { $0 }, keepsErrors: true) }

    /// Keeps only that the function was called, and the type of an error.
    public static var nothing: Keeping {
      Keeping(arguments: { _ in nil }, result: { _ in nil }, keepsErrors: false, isNothing: true)
    }

    /// Keeps the values that closures return. They are called when a file is written.
    ///
    /// - Parameters:
    ///   - arguments: Returns what to keep of the arguments. A replay calls it, too, and compares the values.
    ///   - result: Returns what to keep of the result, which a replay returns; `nil`, the default, for nothing.
    ///   - errors: Whether errors are kept as they are. Otherwise, only their types are kept.
    public static func redacted(
      arguments: @escaping @Sendable (Arguments) -> any Encodable,
      result: @escaping @Sendable (Output) -> Output? = { _ in nil }, errors: Bool = false
    ) -> Keeping {
      Keeping(arguments: arguments, result: result, keepsErrors: errors)
    }
  }
}

/// A type-erased `Keeping`.
struct KeptValues: Sendable {
  /// Returns `nil` if nothing is kept. Then arguments aren't matched.
  let arguments: @Sendable ([any Sendable]) -> [any Encodable]?
  let result: @Sendable (any Sendable) -> (any Encodable)?
  let keepsErrors: Bool
  let isNothing: Bool

  /// - Parameter tuple: Converts a list of arguments to a tuple.
  init<Arguments, Output>(
    _ keeping: World.Recorder.Keeping<Arguments, Output>,
    tuple: @escaping @Sendable ([any Sendable]) -> Arguments?
  ) {
    arguments = { list in
      if list.isEmpty { return [] }
      guard let redacted = keeping.arguments else {
        let kept = list.compactMap { ($0 as? any Encodable).map(KeptValues.inOrder) }
        return kept.count == list.count ? kept : nil
      }
      return tuple(list).flatMap(redacted).map { [$0] }
    }
    result = { output in
      (output as? Output).flatMap(keeping.result) as? any Encodable
    }
    (keepsErrors, isNothing) = (keeping.keepsErrors, keeping.isNothing)
  }

  /// Sorts a set, which has another order in each process, and a dictionary that is encoded as a list of its keys and values.
  private static func inOrder(_ value: any Encodable) -> any Encodable {
    let style = Mirror(reflecting: value).displayStyle
    guard style == .set || style == .dictionary, case .array(let list)? = try? JSON(value) else {
      return value
    }
    let width = style == .set ? 1 : 2
    let elements = stride(from: 0, to: list.count, by: width).map { list[$0..<min($0 + width, list.count)] }
    return JSON.array(
      elements.sorted { $0.map(\.text).lexicographicallyPrecedes($1.map(\.text)) }.flatMap { $0 })
  }
}
