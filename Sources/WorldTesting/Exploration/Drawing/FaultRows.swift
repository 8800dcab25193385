import World
import WorldSimulation

/// What the fault points of a run do: a row of choices for each name, so that one more fault here changes nothing there.
struct FaultRows: Sendable {
  private(set) var rows: [String: ChoiceRow] = [:]
  /// Fault points that were declared, whether or not they were reached.
  private(set) var declared: Set<String> = []
  /// The files with fault points that were reached.
  private(set) var files: [StaticString] = []
  private let planned: [String: Choices]
  private var random: SplitMix
  /// How many of 256 times a fault point does something.
  private let rate: Int

  init(planned: [String: Choices], rate: Int, seed: UInt64) {
    self.planned = planned
    self.rate = rate
    random = SplitMix(seed: seed)
  }

  mutating func declare(_ name: String) { declared.insert(name) }

  mutating func note(file: StaticString) {
    // Most programs have one such file, and a literal stands in one place.
    if !files.contains(where: { $0.utf8Start == file.utf8Start }) { files.append(file) }
  }

  /// What a fault point does this time: 0 for nothing, or the number of a fault.
  mutating func choose(_ name: String, of faults: Int) -> Int {
    var row = rows[name] ?? ChoiceRow(planned: planned[name] ?? Choices())
    var choice = row.next(of: faults + 1)
    if choice == nil, rate > 0 { choice = random.chance(rate) ? 1 + random.next(below: faults) : 0 }
    row.take(choice ?? 0)
    rows[name] = row
    return choice ?? 0
  }

  /// What was chosen, by name.
  var taken: [String: Choices] { rows.mapValues(\.taken).filter { !$0.value.isEmpty } }
}
