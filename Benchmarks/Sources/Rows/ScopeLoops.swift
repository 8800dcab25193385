import Shop
import World

// Loops that enter and leave scopes. They aren't inlined, so that all are compiled alike.

@inline(never)
func enterOverridingDate(_ count: Int) {
  let date = DateClosure.capturingNothing.closure
  for _ in 0..<count {
    withWorld {
      $0.date = date
    } operation: {
      sink += 1
    }
  }
}

@inline(never)
func enterOverridingService(_ count: Int) {
  let clock = Clock.live
  for _ in 0..<count {
    withWorld {
      $0.clock = clock
    } operation: {
      sink += 1
    }
  }
}

@inline(never)
func enterTaskLocal(_ count: Int) {
  let date = DateClosure.capturingNothing.closure
  for _ in 0..<count {
    var world = TaskLocalWorld.current
    world.date = date
    TaskLocalWorld.$current.withValue(world) { sink += 1 }
  }
}
