import Testing
import World
import WorldTesting

// While a test target moves to worlds, its tests may use live values. Delete the line when each of them has a world.
extension World: @retroactive AllowsLiveReads {}

struct LiveReadTests {
  @Test func aTestWithoutAWorldMayUseLiveValues() async {
    #expect(Current.timezone() == World.live.timezone())
    let detached = await Task.detached { Current.timezone() }.value
    #expect(detached == World.live.timezone())
  }
}
