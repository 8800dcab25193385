import CountingMalloc
import World

/// Checks that a read allocates nothing, inside and outside of scopes.
enum Allocations {
  static func findings() -> [Finding] {
    let world = Current
    let reads = 1_000_000
    let outside = count { readDates(reads) }
    let inside = withWorld(world) { count { readDates(reads) } }
    var findings = [
      Finding(text: "\(reads) reads outside scopes: \(outside) allocations, at most 0", isGood: outside == 0),
      Finding(text: "\(reads) reads in a scope: \(inside) allocations, at most 0", isGood: inside == 0),
    ]
    #if os(Linux)
      // Shows that counting works.
      let scopes = count { for _ in 0..<1_000 { withWorld(world) {} } }
      findings.append(
        Finding(text: "1000 scopes: \(scopes) allocations, at least 1 each", isGood: scopes >= 1_000))
    #endif
    return findings
  }

  /// Counts the allocations of an operation.
  private static func count(_ operation: () -> Void) -> Int {
    let before = allocation_count()
    operation()
    return allocation_count() - before
  }

  @inline(never)
  private static func readDates(_ count: Int) {
    for _ in 0..<count { precondition(Current.date().timeIntervalSinceReferenceDate > 0) }
  }
}
