// swift-format-ignore-file
import World

public var Current = World()  // expect: own-current mutable-static
let Current: Environment = .production  // expect: own-current
let Current = World.current  // expect: own-current
var Current: World { Environment.shared.world }  // expect: own-current
var Current: some ShopWorld { World.current }  // expect: none
public var Current: any ShopWorld {  // expect: none
  get { World.current }
}
enum Current {  // expect: own-current
  static func date() -> Date { .distantPast }
}
func Current() -> World { World() }  // expect: own-current
struct Circuit {
  var Current = 16  // expect: none
}
func measure() {
  let Current = 3  // expect: none
  print(Current)
}

func launch(_ simulation: World.Simulation) {
  Current = .mock  // expect: mock-in-program
  Current = World.mock  // expect: mock-in-program
  Current = .mock.using(simulation)  // expect: none
  Current = .mock.with { $0.locale = { german } }  // expect: mock-in-program
  Current = World.mock.with { $0.use(simulation) }  // expect: none
  World.bootstrap { $0 = .mock.with { $0.locale = { german } } }  // expect: mock-in-program
  World.bootstrap { $0 = .mock }  // expect: mock-in-program
  World.bootstrap { world in
    world = World.mock  // expect: mock-in-program
    world.analytics = .mock  // expect: none
  }
  World.bootstrap {
    $0 = .mock  // expect: none
    $0.use(simulation)
  }
  let preview = World.mock  // expect: none
  withWorld(.mock) { Current = .mock }  // expect: none
  theme.Current = .mock  // expect: none
}
