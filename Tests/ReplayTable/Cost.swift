import Foundation
import World
import WorldStorage

/// What recording costs, beside the same call that isn't recorded, in this process.
enum Cost {
  private struct Shop: World.Recordable {
    var charge: @Sendable (Int, String) async throws -> Int
    var find: @Sendable (Int) -> Int

    static var mock: Shop { Shop(charge: { cents, _ in cents }, find: { $0 }) }

    func recorded(by recorder: World.Recorder) -> Shop {
      Shop(
        charge: recorder("charge", keeping: .all, charge), find: recorder("find", keeping: .all, find))
    }
  }

  private static func recorder() -> World.Recorder {
    World.Recorder(of: "cost", by: "ReplayTable 1", keepingSettings: .all, keepingEvents: .all)
  }

  static func report(of count: Int) async throws {
    // check-world: allow it measures the machine itself
    let clock = ContinuousClock()
    var live = World.live
    live[Shop.self] = Shop.mock
    let recorder = recorder()
    let recorded = live.recorded(by: recorder)
    for _ in 0..<5 {
      let (plainDate, date) = (live.date, recorded.date)
      let plain = clock.measure { for _ in 0..<count { _ = plainDate() } } / count
      let kept = clock.measure { for _ in 0..<count { _ = date() } } / count
      let (plainCharge, charge) = (live[Shop.self].charge, recorded[Shop.self].charge)
      let plainCall =
        try await clock.measure { for _ in 0..<count { _ = try await plainCharge(100, "a") } } / count
      let call = try await clock.measure { for _ in 0..<count { _ = try await charge(100, "a") } } / count
      let (plainFind, find) = (live[Shop.self].find, recorded[Shop.self].find)
      let plainSync = clock.measure { for _ in 0..<count { _ = plainFind(1) } } / count
      let sync = clock.measure { for _ in 0..<count { _ = find(1) } } / count
      let file = clock.measure { _ = recorder.file() }
      print(
        "date \(plain) -> \(kept); async \(plainCall) -> \(call); sync \(plainSync) -> \(sync); full log \(file), \(recorder.file().count) bytes"
      )
      let scope =
        await clock.measure {
          for _ in 0..<10_000 { await withWorld(live) { _ = await Task { 0 }.value } }
        } / 10_000
      let scopeRecorded =
        await clock.measure {
          for _ in 0..<10_000 {
            let one = Cost.recorder()
            await withWorld(live.recorded(by: one)) { _ = await Task { 0 }.value }
          }
        } / 10_000
      print("a scope with a task \(scope); recorded \(scopeRecorded)")
    }
  }
}
