import Foundation
import Synchronization
import World

/// Runs an operation on several threads at once, each a thread of its own, and waits for all.
///
/// - Returns: What each of them returned or threw, in no order.
package func onThreads<Output: Sendable>(
  _ count: Int, _ operation: @escaping @Sendable () throws -> Output
) -> [Result<Output, any Error>] {
  let outcomes = Lock<[Result<Output, any Error>]>([])
  let group = DispatchGroup()
  for _ in 0..<count {
    group.enter()
    Thread.detachNewThread {
      let outcome = Result { try operation() }
      outcomes.withLock { $0.append(outcome) }
      group.leave()
    }
  }
  group.wait()
  return outcomes.withLock { $0 }
}

/// Something that happens once, for other threads and tasks to see.
package final class Flag: Sendable {
  private let state = Atomic(false)

  package init() {}

  package var isSet: Bool { state.load(ordering: .sequentiallyConsistent) }
  package func set() { state.store(true, ordering: .sequentiallyConsistent) }
}
