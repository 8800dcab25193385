import World
import WorldTesting

/// A small program with a bug that ordinary tests pass, and the same program without it.
public struct KnownBug: Sendable {
  /// What the bug is, in a few words.
  public var name: String
  /// The causes: shrinking must end at one of these.
  public var blame: [World.Exploration.Dimensions]
  /// How many pairs of steps must at least be in a certain order for the bug to show; `nil` if the cause is something else.
  public var depth: Int?
  /// Whether it is that of a view model.
  public var isOnMainActor = false
  /// Throws when the bug shows.
  public var broken: @Sendable () async throws -> Void
  /// The program without the bug.
  public var repaired: @Sendable () async throws -> Void

  /// The first twelve.
  public static let first: [KnownBug] = [
    overdraft, lostUpdate, cacheStampede, doubleCharge, staleDebounce, twoLocks, lostAnswer, weeklyReminder,
    invoiceInApia, turkishIndex, arabicDigits, leapDayBirthday,
  ]

  /// Those of view models.
  public static let viewModels: [KnownBug] = [
    commitAfterCancel, debounceDropsLast, editDuringSave, eventBeforeWaiting, formOfOlderText,
    lateSubscriber, linkBeforeLogin, logoutDuringRefresh, observerRemoved, oldPageAfterRefresh, pageTwice,
    ratingRolledBack, reloadDropped, settingsLost, spinnerHidden, staleSearch, toastHiddenEarly, twoTaps,
    undoDuringSave, wrongRowDeleted,
  ]

  /// Those of actors.
  public static let actors: [KnownBug] = [
    bonusAtMidnight, closedWhileIdle, connectionShared, invalidatedTwice, leaseRenewedLate,
    lostAfterConflicts, messageTwice, oldValueCached, queueOverfull, refreshTokenTwice, reservationLeft,
    shippedAndRefunded, threePhilosophers, tornAudit, tryAfterDeadline, twoLeaders, upgradeDeadlock,
  ]

  /// Those after issues of public repositories.
  public static let issues: [KnownBug] = [
    cancelledDownloadJoined, cancelledWaiterEnters, closedForTheWrongOne, connectionGone,
    effectAfterDismissal, failureForgotten, flushTimesOut, idleTimerLeaked, infoOfOtherUser, jobRunTwice,
    lateUpdateEndsAll, notificationsOutOfOrder, requestNeverAnswered, retryAfterDisconnect, shutdownBeforeRun,
    subscribedAfterLeaving, writeOvertakes,
  ]

  /// All of them.
  public static let all = first + viewModels + actors + issues
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
