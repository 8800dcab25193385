import Foundation
import World

/// A holder renews its lease even if it has expired and somebody else holds it now.
///
/// The holder sleeps longer than requested, and the other one takes the lease in between.
extension KnownBug {
  static let leaseRenewedLate = KnownBug(
    name: "lease renewed after it ran out", blame: [.durations, [.schedule, .durations]],
    broken: { try await run { lease, holder in await lease.renew(holder) } },
    repaired: { try await run { lease, holder in await lease.renewIfHeld(holder) } })

  private static func run(renew: @escaping @Sendable (Lease, String) async -> Bool) async throws {
    let lease = Lease()
    async let isRenewed: Bool = {
      guard await lease.take("one") else { return false }
      try await Current.sleep(.seconds(6))
      return await renew(lease, "one")
    }()
    async let isTaken: Bool = {
      try await Current.sleep(.seconds(11))
      return await lease.take("two")
    }()
    let (_, wasTaken) = try await (isRenewed, isTaken)
    let holder = await lease.holder ?? "nobody"
    try expect(!wasTaken || holder == "two", "two took it, and \(holder) has it")
  }
}

/// A lease of ten seconds, which its holder can renew.
private actor Lease {
  private(set) var holder: String?
  private var end = Current.date()

  func take(_ new: String) -> Bool {
    guard holder == nil || Current.date() >= end else { return false }
    holder = new
    end = Current.date() + 10
    return true
  }

  func renew(_ old: String) -> Bool {
    holder = old
    end = Current.date() + 10
    return true
  }

  func renewIfHeld(_ old: String) -> Bool {
    guard holder == old else { return false }
    return renew(old)
  }
}
