import World

/// What the tasks of a run did, for a report.
struct StepLog: Sendable {
  /// A choice that wasn't the first: a task that ran before the one that would have gone on.
  private struct Switch: Sendable {
    var step: Int
    var task: Int
    /// Whether the task ran before.
    var hasStarted: Bool
    var functions: [CodeAddress]
    var other: Int
    var otherFunctions: [CodeAddress]
  }

  /// What fault points did, by name and by which of their times.
  var faults: [String: [Int: String]] = [:]
  private var switches: [Switch] = []
  /// The task of each step, and where it goes on.
  private var steps: [(task: Int, isFirst: Bool, functions: [CodeAddress])] = []
  /// The tasks. Each is valid while it is on its way to being enqueued, and only then is it looked at.
  private var jobs: [Int: UnownedJob] = [:]
  /// Where each task goes on, and its callers.
  private var functions: [Int: [CodeAddress]] = [:]
  private var started: Set<Int> = []
  /// Of a deadlock, and how it can be avoided.
  var waiting: [WaitingTask] = []
  var fixes: [String] = []
  private var names: [CodeAddress: String] = [:]

  mutating func enqueue(_ job: UnownedJob, task: Int, isTask: Bool, from running: Int?) {
    if isTask { jobs[task] = job }
    // What isn't a task works for the task that runs, which calls an actor or yields.
    guard isTask || task == running, let job = jobs[task] else { return }
    functions[task] = CodeAddress.resume(of: job)
  }

  mutating func choose(_ task: Int, insteadOf other: Int?, step: Int) {
    guard let other else { return }
    switches.append(
      Switch(
        step: step, task: task, hasStarted: started.contains(task), functions: functions[task] ?? [],
        other: other,
        otherFunctions: functions[other] ?? []))
  }

  mutating func run(_ task: Int) {
    steps.append((task, started.insert(task).inserted, functions[task] ?? []))
  }

  /// The steps to show, by number: from shortly before the first switch to shortly after the last, but not too many.
  private var shownSteps: Range<Int> {
    guard let first = switches.first?.step, let last = switches.last?.step else { return 0..<0 }
    let begin = max(first - 3, 1)
    return begin..<max(begin, min(last + 4, begin + 30, steps.count + 1))
  }

  /// The functions of the program that a report names. A search through the program's symbols, so it is done once.
  mutating func findNames(isDeadlock: Bool) {
    var addresses = Set(switches.flatMap { $0.functions + $0.otherFunctions })
    for number in shownSteps { addresses.formUnion(steps[number - 1].functions + end(of: number)) }
    if isDeadlock { addresses.formUnion(waiting.flatMap(\.functions) + functions.values.flatMap { $0 }) }
    names = SymbolTable.names(of: addresses)
  }

  /// What the tasks of a deadlock wait for; where that isn't known, where each task went on in its last step.
  var waitingText: String? {
    if !waiting.isEmpty {
      return "What the tasks wait for: " + waiting.map { $0.text(names) }.joined(separator: "; ") + "."
        + World.Issue.text(of: fixes)
    }
    let last = lastSteps
    return last.isEmpty ? nil : "The last step of each task: " + last.joined(separator: ", ") + "."
  }

  private var lastSteps: [String] {
    functions.sorted { $0.key < $1.key }.compactMap { task, addresses in
      names.first(of: addresses).map { "task \(task + 1) in `\($0)`" }
    }
  }

  /// Where the task of a step goes on after it; nowhere if it was its last.
  private func end(of number: Int) -> [CodeAddress] {
    steps[number...].first { $0.task == steps[number - 1].task }?.functions ?? []
  }

  /// The steps around the switches, a line each, with a column for each task.
  var picture: [String] {
    let shown = shownSteps
    if shown.isEmpty { return [] }
    var columns: [Int] = []
    return ["Steps \(shown.lowerBound) to \(shown.upperBound - 1) of \(steps.count):"]
      + shown.map { number in
        let step = steps[number - 1]
        let column = columns.firstIndex(of: step.task) ?? columns.count
        if column == columns.count { columns.append(step.task) }
        let function = names.first(of: step.functions) ?? names.first(of: end(of: number))
        let name = function.map { step.isFirst ? " `\($0)`" : " in `\($0)`" } ?? ""
        let isSwitch = switches.contains { $0.step == number }
        let indent = String(repeating: " ", count: 4 * min(column, 8))
        let end = String(repeating: " ", count: max(0, 3 - "\(number)".count)) + "\(number)"
        return (isSwitch ? "> " : "  ") + end + "  " + indent
          + "task \(step.task + 1) \(step.isFirst ? "starts" : "goes on")\(name)"
      }
  }

  /// Where the order of the steps isn't the first one, in words.
  var switchesInWords: [String] {
    func name(_ task: Int, _ functions: [CodeAddress]) -> String {
      (names.first(of: functions).map { "`\($0)` of " } ?? "") + "task \(task + 1)"
    }
    return switches.map { change in
      let (task, other) = (name(change.task, change.functions), name(change.other, change.otherFunctions))
      let verb = change.hasStarted ? "goes on with" : "starts"
      return "step \(change.step) \(verb) \(task) before \(other) goes on"
    }
  }
}
