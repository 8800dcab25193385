import World
import WorldTesting

/// A small program with a bug that ordinary tests pass, and the same program without it.
public struct KnownBug: Sendable {
  /// A short name of the bug.
  public var name: String
  /// The possible causes. Shrinking must end at one of these.
  public var blame: [World.Exploration.Dimensions]
  /// The minimum number of pairs of steps that must be in a certain order to show the bug; `nil` if the cause isn't an order.
  public var depth: Int?
  /// Whether the program is a view model.
  public var isOnMainActor = false
  /// Throws when the bug shows.
  public var broken: @Sendable () async throws -> Void
  /// The program without the bug.
  public var repaired: @Sendable () async throws -> Void

  /// The first twelve bugs.
  public static let first: [KnownBug] = [
    overdraft, lostUpdate, cacheStampede, doubleCharge, staleDebounce, twoLocks, lostAnswer, weeklyReminder,
    invoiceInApia, turkishIndex, arabicDigits, leapDayBirthday,
  ]

  /// The bugs in view models.
  public static let viewModels: [KnownBug] = [
    commitAfterCancel, debounceDropsLast, editDuringSave, eventBeforeWaiting, formOfOlderText,
    lateSubscriber, linkBeforeLogin, logoutDuringRefresh, observerRemoved, oldPageAfterRefresh, pageTwice,
    ratingRolledBack, reloadDropped, settingsLost, spinnerHidden, staleSearch, toastHiddenEarly, twoTaps,
    undoDuringSave, wrongRowDeleted,
  ]

  /// The bugs in actors.
  public static let actors: [KnownBug] = [
    bonusAtMidnight, closedWhileIdle, connectionShared, invalidatedTwice, leaseRenewedLate,
    lostAfterConflicts, messageTwice, oldValueCached, queueOverfull, refreshTokenTwice, reservationLeft,
    shippedAndRefunded, threePhilosophers, tornAudit, tryAfterDeadline, twoLeaders, upgradeDeadlock,
  ]

  /// The bugs after issues of public repositories.
  public static let issues: [KnownBug] = [
    cancelledDownloadJoined, cancelledWaiterEnters, closedForTheWrongOne, connectionGone,
    effectAfterDismissal, failureForgotten, flushTimesOut, idleTimerLeaked, infoOfOtherUser, jobRunTwice,
    lateUpdateEndsAll, notificationsOutOfOrder, requestNeverAnswered, retryAfterDisconnect, shutdownBeforeRun,
    subscribedAfterLeaving, writeOvertakes,
  ]

  /// All bugs.
  public static let all = first + viewModels + actors + issues
}

/// The failure of a program.
public struct Wrong: Error, CustomStringConvertible {
  /// What the program did wrong.
  public var description: String

  init(_ description: String) { self.description = description }
}

func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws {
  if !condition { throw Wrong(description()) }
}
