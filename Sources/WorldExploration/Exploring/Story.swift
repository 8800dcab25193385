import CWorldExploration

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the tasks of a run did, step by step, for a report.
struct Story: Sendable {
  /// A choice that wasn't the first: a task that ran before the one that would have gone on.
  struct Switch: Sendable {
    var step: Int
    var task: Int
    var function: String?
    var other: Int
    var otherFunction: String?
  }

  private(set) var switches: [Switch] = []
  /// The tasks, which are valid as long as they aren't over.
  private var jobs: [Int: UnownedJob] = [:]
  /// What each task does when it goes on.
  private var functions: [Int: String] = [:]

  mutating func enqueue(_ job: UnownedJob, task: Int, isTask: Bool, from running: Int?) {
    if isTask { jobs[task] = job }
    // Another job works for the task that runs, which calls an actor or yields.
    guard isTask || task == running, let job = jobs[task] else { return }
    functions[task] = Symbol.function(at: world_exploration_resume_address(unsafeBitCast(job, to: UnsafeRawPointer.self)))
  }

  mutating func choose(_ task: Int, insteadOf other: Int?, step: Int) {
    guard let other else { return }
    switches.append(
      Switch(
        step: step, task: task, function: functions[task], other: other, otherFunction: functions[other]))
  }

  mutating func run(_ task: Int, step: Int) { last = max(last, step) }
  private var last = 0

  /// What each task did last.
  var lastSteps: String {
    functions.sorted { $0.key < $1.key }.map { "Task \($0.key + 1) waits in \($0.value)." }.joined(separator: " ")
  }
}

/// The names of functions.
enum Symbol {
  /// The function that an address is in, without its module and its types; `nil` if that isn't known.
  static func function(at address: UnsafeRawPointer?) -> String? {
    guard let address, let mangled = world_exploration_symbol(address) else { return nil }
    return demangle(String(cString: mangled))
  }

  static func demangle(_ mangled: String) -> String? {
    guard let name = demangled(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
    defer { free(name) }
    return String(cString: name)
  }

  @_silgen_name("swift_demangle")
  private static func demangled(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ bufferSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
  ) -> UnsafeMutablePointer<CChar>?
}
