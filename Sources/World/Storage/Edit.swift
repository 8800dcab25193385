/// One write to the world in force: a copy is taken, changed in place, and published.
struct Edit {
  /// The copy to change.
  var world: World

  let scope: Scope
  /// Whether this write takes effect.
  let hasTurn: Bool

  /// Begins to write where the running task is: in its `withWorld`, else process-wide.
  init(to scope: Scope = .current) {
    self.scope = scope
    let outcome = Exclusive.begin(scope.turn, name: "a write to Current")
    if case .mine = outcome { hasTurn = true } else { hasTurn = false }
    world = scope.world
    if !hasTurn { Edit.reportLost(outcome) }
  }

  private static func reportLost(_ outcome: Exclusive.Outcome) {
    switch outcome {
    case .circular(let path) where path.count > 2:
      IssueReporter.report(
        "A write to Current is lost, since it and others wait for each other: "
          + path.joined(separator: " -> "),
        fixes: ["don't write Current while a service is built", "build the service before the write begins"])
    case .circular:
      IssueReporter.report(
        "Current was written from inside another write to Current, and this inner write is lost",
        fixes: [
          "inside World.bootstrap, write $0 and not Current",
          "read Current before the outer write begins, and write it after the outer write ended",
          "write both dependencies through the one inout World",
        ])
    default:
      IssueReporter.report(
        "A write to Current is lost, since another write to it doesn't end: it is held across an await, or waits "
          + "for another thread",
        fixes: [
          "don't pass &Current to an async function; change a copy, and assign that",
          "don't wait for other threads inside a write",
        ])
    }
  }

  /// Publishes the changed copy.
  func commit(asBootstrap: Bool = false) {
    guard hasTurn else { return }
    let bootstrap = scope.isRoot && !asBootstrap ? scope.bootstrap : nil
    let test = scope.isRoot && bootstrap == nil ? IssueReporter.runningTest : nil
    // Only a write that is to be reported is worth another copy.
    let before = bootstrap != nil || test != nil ? scope.world : nil
    let replaced = scope.publish(world)
    Exclusive.end(scope.turn)
    withExtendedLifetime(replaced) {}
    guard let before else { return }
    if let bootstrap { reportWrite(since: before, after: bootstrap) }
    if let test { reportWrite(since: before, by: test) }
  }

  /// Reports a process-wide write that should have been none, since the world was set up for good.
  private func reportWrite(since before: World, after bootstrap: World.SourceLocation) {
    IssueReporter.report(
      "The process-wide world was written\(changes(since: before)) after World.bootstrap had set it up at "
        + "\(bootstrap)",
      fixes: [
        "write it inside that World.bootstrap",
        "to change the world for a while, use withWorld, whose writes stay inside",
        "in a test, give it a world of its own: @Test(.world(.mock))",
      ])
  }

  /// Reports a process-wide write that should have been none, since a test runs.
  private func reportWrite(since before: World, by test: String) {
    IssueReporter.report(
      "The test \(test) has no world of its own, and wrote the process-wide world\(changes(since: before)), "
        + "which all tests share",
      fixes: [
        "give the test a world of its own: @Test(.world(.mock))",
        "run what writes in withWorld, whose writes stay inside",
      ])
  }

  /// What was written, in brackets, if it can be told.
  private func changes(since before: World) -> String {
    ""
  }

  /// Gives the turn up and leaves the world as it was.
  func cancel() {
    if hasTurn { Exclusive.end(scope.turn) }
  }
}
