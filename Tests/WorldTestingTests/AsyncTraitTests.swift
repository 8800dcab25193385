// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@MainActor private final class Screen {
  let title: String
  init(_ title: String) { self.title = title }
}

private struct Screens: World.Service {
  var current: @Sendable () async -> String

  static var mock: Screens { Screens(current: { "none" }) }
}

extension World {
  fileprivate var screens: Screens {
    get { self[Screens.self] }
    set { self[Screens.self] = newValue }
  }
}

private actor Names {
  func next() -> String { "second" }
}

private func showing(_ title: String) async -> @Sendable () async -> String {
  let screen = await Screen(title)
  return { screen.title }
}

/// Traits whose closures are asynchronous, or the main actor's.
@Suite struct AsyncTraitTests {
  @Test(.world { $0.screens.current = await showing("first") })
  func anAsynchronousClosureChangesTheWorld() async {
    #expect(await Current.screens.current() == "first")
  }

  @Test(.world(.mock) { $0.screens.current = await showing(await Names().next()) })
  func aWorldIsChangedByAnAsynchronousClosure() async {
    #expect(await Current.screens.current() == "second")
  }

  @Test(
    .world(.mock) { @MainActor in
      let screen = Screen("main")
      $0.screens.current = { screen.title }
    })
  func aClosureMayBeTheMainActors() async {
    #expect(await Current.screens.current() == "main")
  }

  @Test(
    .world { @MainActor world in
      let screen = Screen("copy")
      world.screens.current = { screen.title }
    }) func aClosureOfACopyMayBeTheMainActors() async
  {
    #expect(await Current.screens.current() == "copy")
  }

  @Test(.world { $0.locale = { Locale(identifier: "fr_FR") } }) func aPlainClosureNeedsNoAwait() {
    #expect(Current.locale().identifier == "fr_FR")
  }

  @Test(.world { $0.screens.current = await showing("each run") }, .exploring(10))
  func eachRunOfAnExplorationIsChanged() async {
    _ = Current.locale()
    #expect(await Current.screens.current() == "each run")
  }

  @Test(.exploring(10), .world { $0.screens.current = await showing("in each run") })
  func aTraitInsideOfAnExplorationAwaits() async {
    _ = Current.locale()
    #expect(await Current.screens.current() == "in each run")
  }

  @Test(.exploring(5, startingFrom: { await worldShowing("start") }))
  func anExplorationAwaitsItsStartingWorld() async {
    _ = Current.locale()
    #expect(await Current.screens.current() == "start")
  }

  @Test(.world(.mock, inParallel: true) { $0.screens.current = await showing("parallel") })
  func aTestInParallelAwaits() async {
    #expect(await Current.screens.current() == "parallel")
  }
}

private func worldShowing(_ title: String) async -> World {
  var world = World.mock
  world.screens.current = await showing(title)
  return world
}
