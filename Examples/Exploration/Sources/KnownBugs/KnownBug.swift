import WorldTesting

/// A small program with a bug that ordinary tests pass, and the same program without it.
public struct KnownBug: Sendable {
  /// What the bug is, in a few words.
  public var name: String
  /// The causes: shrinking must end at one of these.
  public var blame: [Exploration.Dimensions]
  /// Throws when the bug shows.
  public var broken: @Sendable () async throws -> Void
  /// The program without the bug.
  public var repaired: @Sendable () async throws -> Void

  /// All twelve.
  public static let all: [KnownBug] = [
    overdraft, lostUpdate, cacheStampede, doubleCharge, staleDebounce, twoLocks, lostAnswer, weeklyReminder,
    invoiceInApia, turkishIndex, arabicDigits, leapDayBirthday,
  ]
}

/// What a program did wrong.
public struct Wrong: Error, CustomStringConvertible {
  /// What it did.
  public var description: String

  init(_ description: String) { self.description = description }
}

func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws {
  if !condition { throw Wrong(description()) }
}
