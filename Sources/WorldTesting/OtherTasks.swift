// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import World
import WorldSimulation

extension Scheduler {
  /// What the test's other tasks do, for an issue that the running step records.
  func otherTasksInWords(atMost limit: Int) -> [String] {
    guard limit > 0, isOnItsThread, monitor.runsStep else { return [] }
    let machine = core.time.machine
    let others = activitiesOfOthers.filter { $0.rank != nil }
      .sorted { ($0.rank ?? 0, $0.order ?? 0) < ($1.rank ?? 0, $1.order ?? 0) }
    let limit = others.count > limit ? limit - 1 : limit
    let places = CodePlaces(of: Set(others.prefix(limit).flatMap(\.functions)))
    return others.prefix(limit).map { $0.text(places) + $0.advice(in: machine) }
      + (others.count > limit ? ["\(others.count - limit) more tasks aren't over"] : [])
  }

  /// Says that the test uses an actor that another test used before; `nil` if it doesn't.
  var sharedActorInWords: String? {
    test.sharedActor.map { $0 + ": its state stays. Make it a service with a mock." }
  }

  /// Says that a queue or a thread of the test had less time than the test.
  ///
  /// - Parameter start: When the test began.
  func timeOutside(since start: DispatchTime) -> String? {
    let (hasWorkOutside, passed) = (test.hasWorkOutside, core.time.passed)
    // check-world: allow a queue's time is real
    let outside = Duration.nanoseconds(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds)
    // Where that isn't seen, nothing is said of it.
    guard world_testing_sees_work_outside(), hasWorkOutside, passed > outside else { return nil }
    let tenths = (outside / Ticker.interval).rounded(.down) / 10
    return
      "\(passed.inPlainSeconds) s passed in the test's time, and \(tenths) s outside: a queue or a thread of the test may still work"
  }
}

extension TaskActivity {
  /// What explains a failure best comes first; `nil` for what explains nothing.
  fileprivate var rank: Int? {
    switch state {
    case .new: 0
    case .ready: 1
    case .time: 2
    case .continuation, .condition: 3
    case .task, .group, .unknown, .outside: nil
    }
  }

  /// - Parameter test: The test's time machine.
  fileprivate func advice(in test: TimeMachine?) -> String {
    if isReady { return ". To run it, await its value, or: await Current.time.advance(by: .zero)" }
    if let deadline, let test, deadline.machine !== test {
      return
        ", in another time machine than Current.time, such as that of a withWorld(.mock). Move that one, or create what sleeps in the test's world"
    }
    return deadline.map {
      ". To let it go on: await Current.time.advance(by: .seconds(\($0.left.inSecondsToType)))"
    }
      ?? ""
  }
}
