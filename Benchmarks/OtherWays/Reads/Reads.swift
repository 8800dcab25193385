import Dependencies
import Foundation
import World

/// Prints how long it takes to read the date, or to enter and leave a scope, in nanoseconds and as a multiple of a read of a
/// handwritten world.
///
///     Reads 'World, in a scope'
///
/// All closures capture the same object. A process measures one row, because it sets up its world once.
@main
enum Reads {
  static let date = DateClosure.capturing.closure

  static let rows = [
    Row("ByHand", prepare: setUp) { ratio(50_000, readByHand) },
    Row("Dependencies", prepare: setUp) { ratio(1_000, readDependency) },
    Row("Dependencies, in a scope", prepare: setUp) {
      withDependencies {
        $0.date = DateGenerator(date)
      } operation: {
        ratio(1_000, readDependency)
      }
    },
    Row("World", prepare: setUp) { ratio(50_000, readCurrent) },
    Row("World, after a scope", prepare: setUpAndScope) { ratio(50_000, readCurrent) },
    Row("World, in a scope", prepare: setUp) {
      withWorld {
        $0.date = date
      } operation: {
        ratio(50_000, readCurrent)
      }
    },
    Row("Dependencies, entering a scope", prepare: setUp) { ratio(2_000, enterDependencies) },
    Row("World, entering a scope", prepare: setUp) { ratio(2_000, enterWorld) },
    Row("Dependencies, entering an empty scope", prepare: setUp) { ratio(2_000, enterEmptyDependencies) },
    Row("World, entering an empty scope", prepare: setUp) { ratio(2_000, enterEmptyWorld) },
  ]

  static func main() async {
    guard let row = rows.first(where: { $0.name == CommandLine.arguments.last }) else {
      print("The rows are:", rows.map(\.name).joined(separator: "; "))
      exit(1)
    }
    row.prepare()
    let figure = await row.median(rounds: 155)
    print(figure.ratio, figure.nanoseconds)
  }

  static func setUp() {
    byHand.date = date
    prepareDependencies { $0.date = DateGenerator(date) }
    World.bootstrap { $0.date = date }
  }

  static func setUpAndScope() {
    setUp()
    withWorld(Current) {}
  }

  static func ratio(_ count: Int, _ read: @escaping @Sendable (Int) -> Void) -> Figure {
    Loop(count, read).ratio(to: Loop(50_000, readByHand))
  }
}

struct WorldByHand: Sendable {
  var date: @Sendable () -> Date = { Date() }
}

nonisolated(unsafe) var byHand = WorldByHand()

struct Reader {
  @Dependency(\.date.now) var now
}

// These aren't inlined, so that all are compiled alike.

@inline(never)
func readByHand(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += byHand.date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readCurrent(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += Current.date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readDependency(_ count: Int) {
  let reader = Reader()
  var sum = 0.0
  for _ in 0..<count { sum += reader.now.timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func enterDependencies(_ count: Int) {
  let generator = DateGenerator(Reads.date)
  for _ in 0..<count {
    withDependencies {
      $0.date = generator
    } operation: {
      sink += 1
    }
  }
}

@inline(never)
func enterWorld(_ count: Int) {
  let date = Reads.date
  for _ in 0..<count {
    withWorld {
      $0.date = date
    } operation: {
      sink += 1
    }
  }
}

@inline(never)
func enterEmptyDependencies(_ count: Int) {
  for _ in 0..<count {
    withDependencies { _ in
    } operation: {
      sink += 1
    }
  }
}

@inline(never)
func enterEmptyWorld(_ count: Int) {
  for _ in 0..<count {
    withWorld { _ in
    } operation: {
      sink += 1
    }
  }
}
