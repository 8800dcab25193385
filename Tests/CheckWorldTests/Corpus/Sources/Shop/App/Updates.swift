// swift-format-ignore-file
import World

func updates(_ simulation: World.Simulation?) {
  withWorld {
    Current.date = { .distantPast }  // expect: write-in-update
    Current.settings.read = { _ in nil }  // expect: write-in-update
    Current[Payments.self].charge = { _ in receipt }  // expect: write-in-update
    Current.remove(Payments.self)  // expect: write-in-update
    Current.hours += 1  // expect: write-in-update
    advance(&Current.date)  // expect: write-in-update
    $0.date = { .distantPast }  // expect: none
    $0.locale = { [locale = Current.locale()] in locale }  // expect: none
    Current.settings[.size] = 2  // expect: none
    if Current.hours == 2 { refresh() }  // expect: none
  } operation: {
    Current.date = { .distantPast }  // expect: none
  }
  withWorld { _ in
    Current = .mock  // expect: write-in-update
  } operation: {
    refresh()
  }
  withWorld({ _ in World.current.date = { .distantPast } }, operation: { refresh() })  // expect: write-in-update
  withWorld { world in
    let locale = withWorld {
      $0.locale = { french }
    } operation: {
      Current.timezone = { .gmt }  // expect: none
      return Current.locale()  // expect: none
    }
    if let simulation {
      Current.hours = simulation.hours  // expect: write-in-update
    } else {
      for _ in 0..<2 { Current.hours = 3 }  // expect: write-in-update
    }
    world.analytics.track = { _ in Current.hours = 4 }  // expect: none
    func later() { Current.hours = 5 }  // expect: none
  } operation: {
    refresh()
  }
  withWorld(.mock) { Current.date = { .distantPast } }  // expect: none
  World.bootstrap {
    Current.locale = { french }  // expect: write-in-update
    $0.timezone = { .gmt }  // expect: none
  }
  let french = World().with { Current.locale = { french }; $0.timezone = { .gmt } }  // expect: write-in-update
  let later = Current.wrap { Current.locale = { french } }  // expect: none
  bootstrap { Current.locale = { french } }  // expect: none
  Current.date = { .distantFuture }  // expect: none
}

@Suite(.world { $0.date = { .distantPast } }, .world { _ in Current.date = { .distantPast } })  // expect: write-in-update
struct UpdatedTests {
  @Test(.world(.mock) { _ in Current.date = { .distantPast } }) func changed() {}  // expect: write-in-update
  @Test(.world(.mock)) func unchanged() { Current.date = { .distantPast } }  // expect: none
}
