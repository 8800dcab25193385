#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds a dependency that reads itself: `$0.date = { Current.date() + 3600 }` calls itself until the stack ends.
///
/// In debug builds, and where tests run, a closure is guarded when its world becomes current; reading costs the same. A
/// guard knows who is inside its closure. It is a thread, or for an asynchronous closure a task, not what they begin:
/// work that goes on elsewhere may call the same dependency again.
///
/// The guards' closures are compiled into the module that guards: World in debug builds, else `WorldTesting`. In one process
/// it must be one, since a guard is known by the address of its code.
@usableFromInline
final class SelfReadGuard: Sendable {
  private let name: StaticString
  private let callers = Lock<[UInt]>([])

  @usableFromInline
  init(_ name: StaticString) { self.name = name }

  /// What the closure returns; `nil` if it is called by itself, which is reported.
  @_alwaysEmitIntoClient
  func run<Result>(_ closure: () -> Result) -> Result? {
    let caller = currentThread()
    guard enter(caller) else { return nil }
    defer { leave(caller) }
    return closure()
  }

  @_alwaysEmitIntoClient
  func run(_ closure: () async throws -> Void) async rethrows {
    let caller = UInt(bitPattern: withUnsafeCurrentTask { $0.hashValue })
    guard enter(caller) else { return }
    defer { leave(caller) }
    try await closure()
  }

  @usableFromInline
  func enter(_ caller: UInt) -> Bool {
    let isFirst = callers.withLock { callers in
      if callers.contains(caller) { return false }
      callers.append(caller)
      return true
    }
    if !isFirst { report() }
    return isFirst
  }

  @usableFromInline
  func leave(_ caller: UInt) {
    callers.withLock { callers in
      if let index = callers.lastIndex(of: caller) { callers.swapAt(index, callers.count - 1) }
      callers.removeLast()
    }
  }

  @_optimize(none)
  private func report() {
    IssueReporter.report(
      """
      The world's \(name) reads Current.\(name), which is itself; the live one is used in its place, or nothing where there \
      is none
      """,
      fixes: ["capture the one before: let old = $0.\(name), and call old instead of Current.\(name)"],
      isAtCaller: true)
  }
}

extension World {
  /// Guards the closures that were assigned, but for those that are guarded.
  @_alwaysEmitIntoClient
  package mutating func guardAgainstSelfReads() {
    let assigned = changes.recent
    if assigned.rawValue == 0 { return }
    // In the order in which `World`, `Settings` and the others declare them; `SelfReadTests` find it if this doesn't follow.
    // Each is a closure, which is two words: the address of its code, and what it captures.
    let slots: [Dependencies] = [
      .date, .timezone, .locale, .uuid, .random, .sleep, .analytics, .settings, .settings, .calendar,
    ]
    let word = MemoryLayout<UInt>.size
    var guarded = guarding(assigned)
    // Closures can't be compared. Two guards of one dependency have the same code, which is that of no other closure; so a
    // closure that is a guard stays as it is. The others are exchanged with their guards bit by bit, which moves both, so
    // that no reference count changes.
    withUnsafeMutableBytes(of: &self) { closures in
      withUnsafeMutableBytes(of: &guarded) { guards in
        for (index, dependency) in slots.enumerated() where assigned.contains(dependency) {
          let code = index * 2 * word
          let isGuard =
            closures.load(fromByteOffset: code, as: UInt.self)
            == guards.load(fromByteOffset: code, as: UInt.self)
          if isGuard { continue }
          for byte in code..<code + 2 * word {
            (closures[byte], guards[byte]) = (guards[byte], closures[byte])
          }
        }
      }
    }
  }

  /// This world with a guard around each closure of some dependencies.
  @_alwaysEmitIntoClient
  func guarding(_ some: Dependencies) -> World {
    var world = self
    if some.contains(.date) {
      world.date = { [date, own = SelfReadGuard("date")] in own.run(date) ?? World().date() }
    }
    if some.contains(.timezone) {
      world.timezone = { [timezone, own = SelfReadGuard("timezone")] in
        own.run(timezone) ?? World.liveTimeZone()
      }
    }
    if some.contains(.locale) {
      world.locale = { [locale, own = SelfReadGuard("locale")] in own.run(locale) ?? World.liveLocale() }
    }
    if some.contains(.calendar) {
      world.explicitCalendar = { [explicitCalendar, own = SelfReadGuard("calendar")] in
        own.run(explicitCalendar) ?? nil
      }
    }
    if some.contains(.uuid) {
      world.uuid = { [uuid, own = SelfReadGuard("uuid")] in own.run(uuid) ?? World().uuid() }
    }
    if some.contains(.random) {
      world.random = RandomSource { [random, own = SelfReadGuard("random")] in
        own.run(random.next) ?? RandomSource.system.next()
      }
    }
    if some.contains(.sleep) {
      world.sleep = { [sleep, own = SelfReadGuard("sleep")] time in
        try await own.run { try await sleep(time) }
      }
    }
    if some.contains(.analytics) {
      world.analytics.track = { [analytics, own = SelfReadGuard("analytics.track")] event in
        own.run { analytics.track(event) } ?? ()
      }
    }
    if some.contains(.settings) {
      world.settings = Settings(
        read: { [settings, own = SelfReadGuard("settings.read")] name in
          own.run { settings.read(name) } ?? nil
        },
        write: { [settings, own = SelfReadGuard("settings.write")] name, value in
          own.run { settings.write(name, value) } ?? ()
        })
    }
    return world
  }
}
