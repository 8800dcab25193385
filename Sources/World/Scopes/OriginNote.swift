/// What assigned some of a world's values: a mock world, a simulation, or `World.bootstrap`; or the test that a world was
/// current for. A list, newest first.
///
/// What a `withWorld` changes is known by its scope, so entering a scope creates no note.
package final class OriginNote: Sendable {
  package enum Kind: String, Sendable { case mock, simulation, bootstrap, test }

  package let kind: Kind
  /// What an explanation says of it. The text is made when it is read, since a server notes a simulation for each request.
  package var detail: String? { makeDetail?() }
  private let makeDetail: (@Sendable () -> String)?
  /// The built-in dependencies that it assigned.
  package let dependencies: DependencySet
  /// The services that it assigned.
  package let services: [ObjectIdentifier: any ServiceBox]
  package let previous: OriginNote?
  /// The latest test in the list, so that it is known where a captured world is entered again.
  let test: (any AnyTestRun)?

  init(
    _ kind: Kind, detail: (@Sendable () -> String)? = nil, _ dependencies: DependencySet = .none,
    _ services: [ObjectIdentifier: any ServiceBox] = [:], test: (any AnyTestRun)? = nil,
    over previous: OriginNote?
  ) {
    (self.kind, makeDetail, self.previous) = (kind, detail, previous)
    (self.dependencies, self.services) = (dependencies, services)
    self.test = test ?? previous?.test
  }

  /// Whether the list has this kind.
  func has(_ kind: Kind) -> Bool { self.kind == kind || previous?.has(kind) == true }
}

extension World {
  /// Notes that this world is current for a test.
  package mutating func note(_ test: any AnyTestRun) {
    if notes?.test !== test { notes = OriginNote(.test, test: test, over: notes) }
  }

  /// Updates this world, and records what did, for explanations.
  ///
  /// A note replaces an earlier one of the same kind that directly precedes it, so that a world which is updated again and
  /// again doesn't grow.
  ///
  /// - Parameter detail: Called after the update; returns what makes the text, which most programs never read.
  package mutating func note<Failure: Error>(
    _ kind: OriginNote.Kind, detail: (World) -> (@Sendable () -> String)? = { _ in nil },
    update: (inout World) throws(Failure) -> Void
  ) throws(Failure) {
    let (unnotedBefore, servicesBefore) = (assigned.sinceNote, services)
    assigned.sinceNote = .none
    try update(&self)
    var noted = assigned.sinceNote
    assigned.sinceNote = unnotedBefore.subtracting(noted)
    var boxes: [ObjectIdentifier: any ServiceBox] = [:]
    for (type, box) in services.differences(from: servicesBefore) { boxes[ObjectIdentifier(type)] = box }
    var previous = notes
    if let last = notes, last.kind == kind, kind != .bootstrap {
      noted.insert(last.dependencies)
      for (type, box) in last.services where boxes[type] == nil { boxes[type] = box }
      previous = last.previous
    }
    notes = OriginNote(kind, detail: detail(self), noted, boxes, over: previous)
  }
}
