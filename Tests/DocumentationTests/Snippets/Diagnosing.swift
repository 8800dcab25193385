import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

func setUp(_ world: inout World) {
  world.analytics = .discarding
  world.settings = .inMemory()
  world.payments.charge = { Receipt(cents: $0) }
}

struct AuditSnippetTests {
  @Test func launchLeavesNothingUnassigned() async {
    let audit = await World().with(setUp).audit(
      Payments.self,
      checks: World.Audit.Check("Payments.charge") { _ = try await Current.payments.charge(100) })
    #expect(audit.problems.isEmpty, "\(audit)")
  }
}

@Test(.world(.mock)) func explainsTheWorld() {
  withWorld {
    $0.locale = { Locale(identifier: "fr_FR") }
  } operation: {
    let explanation = Current.explain()
    print(explanation)
    #expect(explanation["locale"]?.origin.kind == .scope)
    #expect(explanation["date"]?.origin.kind == .mock)
  }
}
