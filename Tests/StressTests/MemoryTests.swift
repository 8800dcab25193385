#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import World
  import WorldMocks
  import WorldTesting

  /// Memory stays bounded, whatever a program does with its world. This takes long, so it runs where LONG_TESTS is set, as
  /// `.ci/run` does.
  @Suite(
    .timeLimit(.minutes(120)),
    .enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
  struct MemoryTests {
    @Test func processWideWritesBesideTwoReadersLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        await Task.detached { MemoryTests.measureWrites() }.value
      }
    }

    private static func measureWrites() {
      final class Held: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
      }
      Current.date = { Date(timeIntervalSince1970: -1) }
      let isDone = Flag()
      let readers = DispatchGroup()
      for _ in 0..<2 {
        readers.enter()
        Thread.detachNewThread {
          var last = -Double.infinity
          while !isDone.isSet {
            let now = Current.date().timeIntervalSince1970
            precondition(now >= last, "a reader saw an older world after a newer one")
            last = now
          }
          readers.leave()
        }
      }
      // Scopes beside, which open and close the shortcut to the process-wide world.
      readers.enter()
      Thread.detachNewThread {
        while !isDone.isSet { withWorld(.mock) {} }
        readers.leave()
      }
      func write(_ numbers: Range<Int>) {
        for number in numbers {
          let held = Held(number)
          Current.date = { Date(timeIntervalSince1970: Double(held.number)) }
        }
      }
      // Much fewer without optimisation, and under a sanitizer, where they take long. Some thousand worlds are retained.
      let count = isOptimized ? 1_000_000 : 150_000
      write(0..<50_000)
      let before = residentBytes()
      write(50_000..<count)
      let growth = residentBytes() - before
      isDone.set()
      readers.wait()
      precondition(Current.date().timeIntervalSince1970 == Double(count - 1))
      precondition(growth < 8 << 20, "resident memory grew by \(growth) bytes")
    }

    @Test func writesInALongScopeLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        await Task.detached {
          withWorld(.mock) {
            func write(_ numbers: Range<Int>) {
              for number in numbers { Current.date = { Date(timeIntervalSince1970: Double(number)) } }
            }
            write(0..<1_000)
            let before = residentBytes()
            write(1_000..<200_000)
            let growth = residentBytes() - before
            precondition(growth < 8 << 20, "resident memory grew by \(growth) bytes")
          }
        }.value
      }
    }

    @Test func servicesThatAreAssignedOneByOneLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        await Task.detached {
          assign(1_000, Zero.self)
          let before = residentBytes()
          for _ in 0..<2 {
            remove(1_000, Zero.self)
            assign(1_000, Zero.self)
          }
          let growth = residentBytes() - before
          precondition(growth < 16 << 20, "resident memory grew by \(growth) bytes")
        }.value
      }
    }

    @Test func scopesLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        func enter(_ count: Int) async {
          for _ in 0..<count {
            await withWorld(.mock) {
              _ = Current.date()
              await Task.yield()
              withWorld {
                $0.timezone = { .gmt }
              } operation: {
                _ = Current.calendar()
              }
            }
          }
        }
        await enter(2_000)
        let before = residentBytes()
        await enter(30_000)
        let growth = residentBytes() - before
        precondition(growth < 8 << 20, "resident memory grew by \(growth) bytes")
      }
    }
  }

  /// As many services as are wanted: `Filler<Zero>`, `Filler<Next<Zero>>`, …
  private struct Filler<Number>: World.Service {
    var number = 0
    static var mock: Filler { Filler() }
  }
  private enum Zero {}
  private enum Next<Number> {}

  /// Assigns some services, each in a write of its own.
  private func assign<Number>(_ count: Int, _ number: Number.Type) {
    guard count > 0 else { return }
    Current[Filler<Number>.self] = .mock
    assign(count - 1, Next<Number>.self)
  }

  /// Removes some services, each in a write of its own.
  private func remove<Number>(_ count: Int, _ number: Number.Type) {
    guard count > 0 else { return }
    Current.remove(Filler<Number>.self)
    remove(count - 1, Next<Number>.self)
  }

  private var isOptimized: Bool {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized
  }

  /// How much memory this process has in use.
  private func residentBytes() -> Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    precondition(pages != nil, "no resident size in /proc/self/statm")
    return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
  }
#endif
