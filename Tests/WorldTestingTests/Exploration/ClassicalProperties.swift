import World
import WorldSimulation

/// A property that doesn't hold, of values that are made of `Current.random`, and its smallest counter-example.
struct ClassicalProperty: Sendable, CustomStringConvertible {
  var name: String
  var minimum: String
  /// Makes a value, and says whether it has the property.
  var check: @Sendable () -> (value: String, holds: Bool)

  var description: String { name }

  init(
    _ name: String, _ minimum: String, _ check: @escaping @Sendable () -> (value: String, holds: Bool)
  ) {
    self.name = name
    self.minimum = minimum
    self.check = check
  }
}

private func int(_ range: ClosedRange<Int>) -> Int { Current.random { Int.random(in: range, using: &$0) } }

private func draw<Value: FixedWidthInteger & Sendable>(_ range: ClosedRange<Value>) -> Value {
  World.draw("value", in: range)
}

private func drawnList<Element>(_ count: ClosedRange<Int> = 0...10, of element: () -> Element) -> [Element] {
  (0..<World.draw("count", in: count)).map { _ in element() }
}

private func list<Element>(_ count: ClosedRange<Int> = 0...10, of element: () -> Element) -> [Element] {
  (0..<int(count)).map { _ in element() }
}

extension ClassicalProperty {
  static let all = challenges + others

  /// Some of them, and others, with the values of `World.draw`.
  static let drawn: [ClassicalProperty] = [
    ClassicalProperty("bound5", "[[], [], [], [-1], [-32768]]") {
      let lists = (0..<5).map { _ in drawnList { draw(Int16.min...Int16.max) } }
      let isBounded = lists.allSatisfy { $0.reduce(0, &+) < 256 }
      return ("\(lists)", !isBounded || lists.joined().reduce(0 as Int16, &+) < 5 * 256)
    },
    ClassicalProperty("large union list", "[[0, 1, -1, 2, -2]]") {
      let lists = drawnList { drawnList { draw(Int.min...Int.max) } }
      return ("\(lists)", Set(lists.joined()).count <= 4)
    },
    ClassicalProperty("reverse", "[0, 1]") {
      let some = drawnList { draw(Int.min...Int.max) }
      return ("\(some)", some == some.reversed())
    },
    ClassicalProperty("calculator", "(0 / (0 + 0))") {
      let expression = Expression.random(depth: 4, of: draw)
      return ("\(expression)", expression.dividesByLiteralZero || expression.value != nil)
    },
    ClassicalProperty("length list", "[900]") {
      let some = drawnList(1...100) { draw(0...1_000) }
      return ("\(some)", some.allSatisfy { $0 < 900 })
    },
    ClassicalProperty("difference must not be zero", "10, 10") {
      let (first, second) = (draw(0...Int.max), draw(0...Int.max))
      return ("\(first), \(second)", first < 10 || first != second)
    },
    ClassicalProperty("difference must not be small", "10, 6") {
      let (first, second) = (draw(0...Int.max), draw(0...Int.max))
      return ("\(first), \(second)", first < 10 || !(1...4).contains(abs(first - second)))
    },
    ClassicalProperty("difference must not be one", "10, 9") {
      let (first, second) = (draw(0...Int.max), draw(0...Int.max))
      return ("\(first), \(second)", first < 10 || abs(first - second) != 1)
    },
    ClassicalProperty("coupling", "[1, 0]") {
      let some = drawnList { draw(0...10) }
      guard some.allSatisfy(some.indices.contains) else { return ("\(some)", true) }
      return ("\(some)", some.indices.allSatisfy { some[$0] == $0 || some[some[$0]] != $0 })
    },
    ClassicalProperty("deletion", "[0, 0], 0") {
      let some = drawnList { draw(Int.min...Int.max) }
      let element = some.isEmpty ? 0 : some[draw(0...(some.count - 1))]
      var rest = some
      if let first = rest.firstIndex(of: element) { rest.remove(at: first) }
      return ("\(some), \(element)", !rest.contains(element))
    },
    ClassicalProperty("distinct", "[0, 1, -1]") {
      let some = drawnList { draw(Int.min...Int.max) }
      return ("\(some)", Set(some).count < 3)
    },
    ClassicalProperty("nested lists", "[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]") {
      let lists = drawnList { drawnList(0...15) { draw(Int.min...Int.max) } }
      return ("\(lists)", lists.reduce(0) { $0 + $1.count } <= 10)
    },
    ClassicalProperty("signed", "-5") {
      let n = draw(-100...100)
      return ("\(n)", n > -5)
    },
    ClassicalProperty("near bound", "-10") {
      let n = draw(-10...1_000)
      return ("\(n)", n != -10)
    },
    ClassicalProperty("full bound", "-9223372036854775808") {
      let n = draw(Int.min...Int.max)
      return ("\(n)", n != Int.min)
    },
    ClassicalProperty("three equal", "[0, 0, 0]") {
      let some = (0..<3).map { _ in draw(Int.min...Int.max) }
      return ("\(some)", Set(some).count > 1)
    },
  ]

  /// Those of the shrinking challenge (github.com/jlink/shrinking-challenge).
  private static let challenges = [
    // A sum that overflows. Of a 16-bit integer, the bits count: 0 comes first, -1 last.
    ClassicalProperty("bound5", "[[], [], [], [-32768], [-31488]]") {
      let lists = (0..<5).map { _ in
        list(0...3) { Current.random { Int16.random(in: .min ... .max, using: &$0) } }
      }
      let isBounded = lists.allSatisfy { $0.reduce(0, &+) < 256 }
      return ("\(lists)", !isBounded || lists.joined().reduce(0 as Int16, &+) < 5 * 256)
    },
    ClassicalProperty("large union list", "[[0, 1, 2, 3, 4]]") {
      let lists = list(0...5) { list(0...5) { int(0...1_000) } }
      return ("\(lists)", Set(lists.joined()).count <= 4)
    },
    ClassicalProperty("reverse", "[0, 1]") {
      let some = list { int(0...1_000) }
      return ("\(some)", some == some.reversed())
    },
    ClassicalProperty("calculator", "(0 / (0 + 0))") {
      let expression = Expression.random(depth: 4)
      return ("\(expression)", expression.dividesByLiteralZero || expression.value != nil)
    },
    ClassicalProperty("length list", "[900]") {
      let some = list(1...100) { int(0...1_000) }
      return ("\(some)", some.allSatisfy { $0 < 900 })
    },
    ClassicalProperty("difference must not be zero", "10, 10") {
      let (first, second) = (int(0...100), int(0...100))
      return ("\(first), \(second)", first < 10 || first != second)
    },
    ClassicalProperty("difference must not be small", "10, 6") {
      let (first, second) = (int(0...100), int(0...100))
      return ("\(first), \(second)", first < 10 || !(1...4).contains(abs(first - second)))
    },
    ClassicalProperty("difference must not be one", "10, 9") {
      let (first, second) = (int(0...100), int(0...100))
      return ("\(first), \(second)", first < 10 || abs(first - second) != 1)
    },
    ClassicalProperty("binheap", "(0 - (0 (0 - -) (1 - -)))") {
      let heap = Heap.random(depth: 3)
      return ("\(heap)", heap.wronglySorted == heap.elements.sorted())
    },
    ClassicalProperty("coupling", "[1, 0]") {
      let some = list { int(0...10) }
      guard some.allSatisfy(some.indices.contains) else { return ("\(some)", true) }
      return ("\(some)", some.indices.allSatisfy { some[$0] == $0 || some[some[$0]] != $0 })
    },
    ClassicalProperty("deletion", "[0, 0], 0") {
      let some = list { int(0...100) }
      let element = some.isEmpty ? 0 : some[int(0...(some.count - 1))]
      var rest = some
      if let first = rest.firstIndex(of: element) { rest.remove(at: first) }
      return ("\(some), \(element)", !rest.contains(element))
    },
    ClassicalProperty("distinct", "[0, 1, 2]") {
      let some = list { int(0...1_000) }
      return ("\(some)", Set(some).count < 3)
    },
    ClassicalProperty("nested lists", "[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]") {
      let lists = list { list(0...15) { int(0...1_000) } }
      return ("\(lists)", lists.reduce(0) { $0 + $1.count } <= 10)
    },
  ]

  private static let others = [
    ClassicalProperty("sum of three", "[0, 0, 10]") {
      let some = list(0...20) { int(0...100) }
      return ("\(some)", some.count < 3 || some.reduce(0, +) < 10)
    },
    ClassicalProperty("containment", "[50], 50") {
      let (some, element) = (list(0...20) { int(0...60) }, int(0...60))
      return ("\(some), \(element)", element < 50 || !some.contains(element))
    },
    ClassicalProperty("equal counts", "[], [0]") {
      let (first, second) = (list { int(0...9) }, list { int(0...9) })
      return ("\(first), \(second)", first.count == second.count)
    },
    ClassicalProperty("repeated letter", "aa") {
      let letters = list(0...12) { Current.random { ["a", "b", "c"].randomElement(using: &$0) } ?? "" }
      return (letters.joined(), zip(letters, letters.dropFirst()).allSatisfy { $0 != $1 })
    },
    ClassicalProperty("shuffled", "[1, 3, 2]") {
      let some = Current.random { [1, 2, 3].shuffled(using: &$0) }
      return ("\(some)", some == [1, 2, 3])
    },
    ClassicalProperty("large number", "1000001, 7") {
      let (first, second) = (int(0...Int.max), int(0...100))
      return ("\(first), \(second)", first <= 1_000_000 || second < 7)
    },
    // Each element is preceded by whether there is one.
    ClassicalProperty("two of three", "[false, false]") {
      var some: [Bool] = []
      while Current.random({ Bool.random(using: &$0) }) {
        some.append(Current.random { Bool.random(using: &$0) })
      }
      return ("\(some)", some.count { !$0 } < 2)
    },
  ]
}

/// What a calculator reads: its value is `nil` if it divides by zero.
private indirect enum Expression: CustomStringConvertible {
  case literal(Int)
  case sum(Expression, Expression)
  case quotient(Expression, Expression)

  static func random(depth: Int, of int: (ClosedRange<Int>) -> Int = int) -> Expression {
    let kind = int(0...2)
    return switch depth == 0 ? 0 : kind {
    case 0: .literal(int(0...10))
    case 1: .sum(random(depth: depth - 1, of: int), random(depth: depth - 1, of: int))
    default: .quotient(random(depth: depth - 1, of: int), random(depth: depth - 1, of: int))
    }
  }

  var value: Int? {
    switch self {
    case .literal(let value): return value
    case .sum(let first, let second):
      guard let first = first.value, let second = second.value else { return nil }
      return first + second
    case .quotient(let first, let second):
      guard let first = first.value, let second = second.value, second != 0 else { return nil }
      return first / second
    }
  }

  var dividesByLiteralZero: Bool {
    switch self {
    case .literal: false
    case .quotient(_, .literal(0)): true
    case .sum(let first, let second), .quotient(let first, let second):
      first.dividesByLiteralZero || second.dividesByLiteralZero
    }
  }

  var description: String {
    switch self {
    case .literal(let value): "\(value)"
    case .sum(let first, let second): "(\(first) + \(second))"
    case .quotient(let first, let second): "(\(first) / \(second))"
    }
  }
}

private indirect enum Heap: CustomStringConvertible {
  case empty
  case node(Int, Heap, Heap)

  static func random(depth: Int, from low: Int = 0) -> Heap {
    if int(0...3) == 0 || depth == 0 { return .empty }
    let value = int(low...(low + 10))
    return .node(value, random(depth: depth - 1, from: value), random(depth: depth - 1, from: value))
  }

  var elements: [Int] {
    guard case .node(let value, let first, let second) = self else { return [] }
    return [value] + second.elements + first.elements
  }

  /// Merges only once.
  var wronglySorted: [Int] {
    guard case .node(let value, let first, let second) = self else { return [] }
    return [value] + Heap.merged(first, second).elements
  }

  private static func merged(_ one: Heap, _ other: Heap) -> Heap {
    guard case .node(let value, let first, let second) = one else { return other }
    guard case .node(let otherValue, let otherFirst, let otherSecond) = other else { return one }
    return value <= otherValue
      ? .node(value, merged(other, second), first) : .node(otherValue, merged(one, otherSecond), otherFirst)
  }

  var description: String {
    guard case .node(let value, let first, let second) = self else { return "-" }
    return "(\(value) \(first) \(second))"
  }
}
