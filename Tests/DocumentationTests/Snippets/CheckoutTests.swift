import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

struct Declined: Error {}

@Suite(.world(.mock))
struct CheckoutTests {
  @Test func chargesThePrice() async throws {
    let receipt = try await CheckoutBuilder.build().pay(1_250)
    #expect(receipt == Receipt(cents: 1_250))
  }

  @Test(.world { $0.payments.charge = { _ in throw Declined() } })
  func saysThatTheCardWasDeclined() async {
    await #expect(throws: Declined.self) { try await CheckoutBuilder.build().pay(1_250) }
  }
}

@Suite(.world(.mock))
struct MoreCheckoutTests {
  @Test func tellsAnalytics() async throws {
    let (analytics, log) = World.Analytics.recorder()
    Current.analytics = analytics  // changes this test's world and no other
    _ = try await CheckoutBuilder.build().pay(1_250)
    #expect(log.events == [World.Analytics.Event(name: "paid", properties: ["cents": 1250])])
  }

  @Test func chargesOnce() async throws {
    let (charge, calls) = recording(Payments.mock.charge)
    Current.payments.charge = charge
    let checkout = CheckoutBuilder.build()
    Task { try await checkout.pay(1_250) }
    try await calls.waitUntilEnded(1)  // suspends, and needs no time
    #expect(calls.arguments == [1_250])
  }

  @Test func declinesTheSecondTime() async throws {
    let isDeclined = LockedValue(false)
    Current.payments.charge = { cents in
      if isDeclined.value { throw Declined() }
      return Receipt(cents: cents)
    }
    _ = try await CheckoutBuilder.build().pay(1_250)
    isDeclined.withLock { $0 = true }
    await #expect(throws: Declined.self) { try await CheckoutBuilder.build().pay(1_250) }
  }

  @Test(arguments: ["en_GB", "fr_FR", "ar_EG"])
  func tellsTheDate(identifier: String) {
    withWorld {
      $0.locale = { Locale(identifier: identifier) }
    } operation: {
      #expect(Current.calendar().locale?.identifier == identifier)
    }
  }

  @Test(.world { $0.payments.charge = unimplemented("Payments.charge") })
  func openingTheCheckoutChargesNothing() {
    _ = CheckoutBuilder.build()
  }
}

/// A test that means the live world.
struct LiveCheckoutTests {
  @Test(.world(.live)) func theUsersZoneHasAName() {
    #expect(!Current.timezone().identifier.isEmpty)
  }
}
