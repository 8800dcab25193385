// check-world: allow-file programs that fail live, without builders
import Foundation
import World
import WorldStorage

/// Programs that fail live, sometimes. What each reads of its environment decides whether it does.
package struct Program: Sendable {
  package enum Kind: String, Sendable { case race, answer, date }

  package let name: String
  package let kind: Kind
  /// Changes the live world in which it fails.
  package var change: @Sendable (inout World) -> Void = { _ in }
  /// Throws ``Failed`` when it fails.
  package let body: @Sendable () async throws -> Void
}

/// What failed.
package struct Failed: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) { self.description = description }
}

// MARK: - A service

package struct Bank: World.LiveService {
  struct Declined: Error, Codable { var amount: Int }

  var approve: @Sendable (_ amount: Int) async throws -> Bool
  var fetch: @Sendable (_ key: String) async throws -> String
  var balance: @Sendable (_ account: String) async -> Int
  var transfer: @Sendable (_ from: String, _ to: String, _ amount: Int) async throws -> Void
  var rate: @Sendable (_ currency: String) -> Double
  var page: @Sendable (_ number: Int) async throws -> [Int]

  package static var live: Bank {
    let random = World.RandomSource.system
    @Sendable func latency() async throws {
      var random = random
      try await Task.sleep(for: .microseconds(Int.random(in: 10...400, using: &random)))
    }
    return Bank(
      approve: { amount in
        try await latency()
        return amount < 1_000
      },
      fetch: { key in
        try await latency()
        return key + "!"
      },
      balance: { _ in
        try? await latency()
        var random = random
        return Int.random(in: 0...200, using: &random)
      },
      transfer: { _, _, amount in
        try await latency()
        var random = random
        if Int.random(in: 0..<4, using: &random) == 0 { throw Declined(amount: amount) }
      },
      rate: { _ in
        var random = random
        return Double.random(in: 0.9...1.1, using: &random)
      },
      page: { number in
        try await latency()
        var random = random
        // Something was inserted before the page: its last element comes again.
        let shift = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
        return number > 3 ? [] : (0..<3).map { number * 3 + $0 - shift }
      })
  }

  package static var mock: Bank {
    Bank(
      approve: { _ in true }, fetch: { $0 + "!" }, balance: { _ in 100 }, transfer: { _, _, _ in },
      rate: { _ in 1 }, page: { $0 > 3 ? [] : [$0 * 3, $0 * 3 + 1, $0 * 3 + 2] })
  }

  /// Whether arguments and results are kept.
  @TaskLocal package static var keepsAll = true
}

extension Bank: World.Recordable {
  package func recorded(by recorder: World.Recorder) -> Bank {
    let keepsAll = Bank.keepsAll
    return Bank(
      approve: recorder("approve", keeping: keepsAll ? .all : .nothing, approve),
      fetch: recorder("fetch", keeping: keepsAll ? .all : .nothing, fetch),
      balance: recorder("balance", keeping: keepsAll ? .all : .nothing, balance),
      transfer: recorder("transfer", keeping: keepsAll ? .all : .nothing, transfer),
      rate: recorder("rate", keeping: keepsAll ? .all : .nothing, rate),
      page: recorder("page", keeping: keepsAll ? .all : .nothing, page))
  }
}

extension World {
  package var bank: Bank {
    get { self[Bank.self] }
    set { self[Bank.self] = newValue }
  }
}

// MARK: - Races

private actor Account {
  var balance = 100

  func withdraw(_ amount: Int) async throws {
    guard balance >= amount, try await Current.bank.approve(amount) else { return }
    balance -= amount
  }
}

private actor Cache {
  var values: [String: String] = [:]
  var loads = 0

  func get(_ key: String) async throws -> String {
    if let value = values[key] { return value }
    loads += 1
    let value = try await Current.bank.fetch(key)
    values[key] = value
    return value
  }
}

private actor Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

private actor Session {
  var token: UInt64?

  func get() async throws -> UInt64 {
    if let token { return token }
    _ = try await Current.bank.fetch("token")
    let new = Current.random.next() % 1_000
    token = new
    return new
  }
}

/// What it asks for depends on what others did before.
private actor Stock {
  var left = 5
  var sold = 0

  func sell(_ count: Int) async throws {
    let before = left
    guard try await Current.bank.approve(before * 10 + count) else { return }
    left = before - count
    sold += count
  }
}

private func inGroup(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for index in 0..<count { group.addTask { try await body(index) } }
    try await group.waitForAll()
  }
}

package let programs: [Program] = [
  Program(name: "overdraft", kind: .race) {
    let account = Account()
    try await inGroup(2) { _ in try await account.withdraw(60) }
    if await account.balance < 0 { throw Failed("overdrawn") }
  },
  Program(name: "stampede", kind: .race) {
    let cache = Cache()
    try await inGroup(3) { index in
      if index == 2 { try await Current.sleep(.microseconds(150)) }
      _ = try await cache.get("a")
    }
    let loads = await cache.loads
    if loads > 2 { throw Failed("\(loads) loads") }
  },
  Program(name: "order of answers", kind: .race) {
    let log = Log()
    try await inGroup(4) { index in await log.add(try await Current.bank.fetch("\(index)")) }
    let lines = await log.lines.joined()
    if lines != "0!1!2!3!" { throw Failed(lines) }
  },
  Program(name: "two tokens", kind: .race) {
    let session = Session()
    async let first = session.get()
    async let second = session.get()
    let (a, b) = try await (first, second)
    if a != b { throw Failed("\(a) and \(b)") }
  },
  Program(name: "auction: one order of 120", kind: .race) {
    let log = Log()
    try await inGroup(5) { index in
      _ = try await Current.bank.fetch("bid \(index)")
      await log.add("\(index)")
    }
    if await log.lines == ["3", "1", "0", "4", "2"] { throw Failed("sold to 2") }
  },
  Program(name: "retry after a timeout", kind: .race) {
    let account = Account()
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await account.withdraw(30) }
        group.addTask {
          try await Current.sleep(.microseconds(200))
          throw CancellationError()
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch { try await account.withdraw(30) }
    if await account.balance == 40 { throw Failed("charged twice") }
  },
  Program(name: "two workers, 40 calls", kind: .race) {
    let log = Log()
    try await inGroup(2) { worker in
      for step in 0..<20 {
        _ = try await Current.bank.fetch("\(worker).\(step)")
        await log.add("\(worker)")
      }
    }
    let lines = await log.lines.joined()
    if lines.contains("0011001100") { throw Failed(lines) }
  },
  Program(name: "arguments that depend on the order", kind: .race) {
    let stock = Stock()
    try await inGroup(3) { index in
      try await Current.sleep(.microseconds(100 * index))
      try await stock.sell(index + 1)
    }
    let (left, sold) = await (stock.left, stock.sold)
    if left + sold != 5 { throw Failed("\(left) left, \(sold) sold") }
  },
  // MARK: Faulty answers
  Program(name: "a transfer declined in between", kind: .answer) {
    var done = 0
    for step in 0..<3 {
      do {
        try await Current.bank.transfer("a", "b", 10 + step)
        done += 1
      } catch let error as Bank.Declined where error.amount == 11 {
        throw Failed("declined \(error.amount) after \(done)")
      } catch {}
    }
  },
  Program(name: "pages that move", kind: .answer) {
    var seen: [Int] = []
    for number in 0..<4 { seen += try await Current.bank.page(number) }
    if Set(seen).count != seen.count { throw Failed("\(seen)") }
  },
  Program(name: "a rate that changes", kind: .answer) {
    let quoted = Current.bank.rate("EUR")
    let balance = await Current.bank.balance("a")
    let charged = Current.bank.rate("EUR")
    if Double(balance) * charged > 180 * quoted { throw Failed("\(balance) at \(charged), quoted \(quoted)") }
  },
  // MARK: Dates and zones
  Program(name: "two reads of the date", kind: .date) {
    let start = Current.date()
    _ = try await Current.bank.fetch("a")
    let end = Current.date()
    let tick = { (date: Date) in Int((date.timeIntervalSinceReferenceDate * 1_000).rounded(.down)) }
    if tick(start) != tick(end), tick(end) % 3 == 0 { throw Failed("\(tick(start)) \(tick(end))") }
  },
  Program(
    name: "the day in a zone", kind: .date,
    change: { $0.timezone = { TimeZone(identifier: "Pacific/Apia") ?? .gmt } }
  ) {
    let date = Current.date()
    _ = try await Current.bank.fetch("a")
    let millisecond = Int(date.timeIntervalSinceReferenceDate * 1_000) % 7
    let offset = Current.timezone().secondsFromGMT(for: date)
    if millisecond == 3, offset > 40_000 { throw Failed("\(millisecond), \(offset)") }
  },
  Program(name: "an identifier in a bad bucket", kind: .date) {
    let id = Current.uuid()
    try await Current.sleep(.microseconds(50))
    let bucket = id.uuid.0 % 8
    if bucket == UInt8(Current.random.next() % 8) { throw Failed("\(id)") }
  },
]
