// SPDX-License-Identifier: MIT

import WorldStorage

extension Replay {
  /// Returns the recorded call that matches a call, in the recorded task that matches its task.
  func find(
    _ name: String, _ arguments: [JSON]?, _ role: RecordedRole, by task: UInt64, in state: inout State
  ) -> Int? {
    if let known = state.tasks[task], role == .soft || !known.isAssumed {
      let place = next(name, arguments, role, of: known.task, in: &state)
      if place != nil || !known.isAssumed { return place }
    }
    return adopt(name, arguments, role, by: task, in: &state)
  }

  /// Returns the next such call of a recorded task.
  private func next(
    _ name: String, _ arguments: [JSON]?, _ role: RecordedRole, of recorded: Int, in state: inout State
  ) -> Int? {
    // All calls before `first` were made.
    let places = recording.tasks[recorded] ?? []
    let first = places[(state.firstLeft[recorded] ?? 0)...].firstIndex { !state.made[$0] } ?? places.endIndex
    state.firstLeft[recorded] = first
    // A sleep may differ from the recorded one.
    let call = Matching.Call(name: name, arguments: arguments, isExact: role != .sleep)
    if role == .soft {
      // A read that was recorded after the task's next call has a value from the future.
      let reads = places[max(first, state.afterCalls[recorded] ?? 0)...].prefix {
        recording.isRead[$0] || state.made[$0]
      }
      return reads.first { !state.made[$0] && recording.fits($0, call) }
    }
    let index = places[first...].firstIndex { !state.made[$0] && recording.fits($0, call) }
    guard let index else { return nil }
    state.afterCalls[recorded] = index + 1
    return places[index]
  }

  /// Matches a task with the earliest recorded task that isn't matched yet and begins with such a call, unless another run diverged
  /// with it.
  ///
  /// - Returns: The recorded call; `nil` if no task begins so.
  private func adopt(
    _ name: String, _ arguments: [JSON]?, _ role: RecordedRole, by task: UInt64, in state: inout State
  ) -> Int? {
    let known = state.tasks[task]?.task
    let index = role != .soft && state.choices.count < planned.count ? planned[state.choices.count] : 0
    let candidates =
      [known].compactMap { $0 } + recording.order.filter { $0 != known && !state.taken.contains($0) }
    let isExacts = role == .sleep ? [true, false] : [true]
    // Or that would begin with it without the analytics events and settings that were written before.
    for (skipsOutputs, isExact) in [false, true].flatMap({ skips in isExacts.map { (skips, $0) } }) {
      let call = Matching.Call(name: name, arguments: arguments, isExact: isExact)
      var left = index
      for recorded in candidates {
        let place = recording.first(
          call, in: recorded, skipsOutputs: skipsOutputs, isMade: { state.made[$0] })
        guard let place else { continue }
        left -= 1
        if left >= 0 { continue }
        if let known, known != recorded { giveBack(known, for: recorded, in: &state) }
        state.taken.insert(recorded)
        state.tasks[task] = (recorded, role == .soft)
        if role != .soft {
          state.afterCalls[recorded] = recording.tasks[recorded]?.firstIndex(of: place).map { $0 + 1 }
          state.choiceOfTask[task] = state.choices.count
          state.choices.append((call, index))
        }
        return place
      }
    }
    state.isExhausted = index > 0
    return nil
  }

  /// Gives up a recorded task that was assumed because of reads. They count as reads of another one.
  private func giveBack(_ assumed: Int, for recorded: Int, in state: inout State) {
    state.taken.remove(assumed)
    (state.firstLeft[assumed], state.afterCalls[assumed]) = (nil, nil)
    for read in recording.tasks[assumed] ?? [] where state.made[read] {
      state.made[read] = false
      let event = recording.events[read]
      let call = Matching.Call(name: event.name, arguments: event.arguments, isExact: true)
      guard let own = recording.first(call, in: recorded, isMade: { state.made[$0] }) else { continue }
      (state.made[own], state.happened[own]) = (true, true)
    }
  }
}
