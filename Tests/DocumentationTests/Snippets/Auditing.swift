import Testing
import World
import WorldDiagnostics
import WorldMocks
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
