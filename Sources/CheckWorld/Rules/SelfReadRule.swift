/// A dependency that reads itself calls itself until the stack ends: `$0.date = { Current.date() + 3600 }`.
enum SelfReadRule {
  static let rule = Rule(
    "self-read", of: "a dependency", "is read by the closure that becomes it, which so calls itself",
    advice: "capture the old one: 'let old = $0.date'")

  /// The world's own closures.
  private static let dependencies: Set<Substring> = [
    "date", "calendar", "timezone", "locale", "uuid", "sleep", "clock",
  ]

  /// The closures that become dependencies, and what each must not read: the rest of a read after `Current`.
  private static func definitions(in file: Regions) -> [(
    closure: Range<Int>, isWorlds: Bool, reads: [[Substring]]
  )] {
    let code = file.code
    return code.indices.compactMap { brace in
      guard brace > 2, code[brace].text == "{" else { return nil }
      let (label, sign) = (code[brace - 2].name, file.text(brace - 1))
      var reads: [[Substring]] = []
      // Whether the world's own dependency is meant, and not a property of that name.
      var isWorlds = false
      if sign == "=" {
        // `$0.date = {`, `world.payments.charge = {`
        var path = [label]
        var index = brace - 3
        while file.text(index) == ".", index > 0 {
          path.insert(code[index - 1].name, at: 0)
          index -= 2
        }
        let root = path.removeFirst()
        guard path.count > 1 || root == "Current" || dependencies.contains(label), !path.isEmpty else {
          return nil
        }
        isWorlds =
          path.count == 1 && (["$0", "Current"].contains(root) || root.lowercased().hasSuffix("world"))
        reads = [path.flatMap { [".", $0] }]
      } else if sign == ":", file.openers[brace] > 0, code[file.openers[brace]].text == "(" {
        // `World(date: {`, and in a service `Payments(charge: {`
        var type = code[file.openers[brace] - 1].name
        if type == "init", file.openers[brace] > 2 { type = code[file.openers[brace] - 3].name }
        if type == "World", dependencies.contains(label) { (isWorlds, reads) = (true, [[".", label]]) }
        if let service = file.services.first(where: { $0.body.contains(brace) })?.name,
          [service, "Self"].contains(type), let initial = service.first
        {
          let property = Substring(initial.lowercased() + service.dropFirst())
          reads = [[".", property, ".", label], ["[", service, ".", "self", "]", ".", label]]
        }
      }
      return reads.isEmpty ? nil : (brace..<file.ends[brace], isWorlds, reads)
    }
  }

  /// The first read in each closure of what the closure becomes.
  static func find(in file: Regions, path: String) -> [Finding] {
    let code = file.code
    return definitions(in: file).compactMap { closure, _, reads in
      // What is captured is read before.
      let captures = closure.lowerBound + 1
      let start = file.text(captures) == "[" ? file.ends[captures] : captures
      for index in start..<max(start, closure.upperBound) where code[index].name == "Current" {
        let rest = code[(index + 1)...].map(\.name)
        guard let read = reads.first(where: { rest.starts(with: $0) }) else { continue }
        let name = read.joined()
        let message = rule.message("'Current\(name)'").replacing("$0.date", with: "$0\(name)")
        return Finding(at: code[index], of: path, rule, message)
      }
      return nil
    }
  }

  /// The closures that become the world's own dependencies. The system is read there.
  static func ownDefinitions(in file: Regions) -> [Range<Int>] {
    definitions(in: file).filter { $0.isWorlds && dependencies.contains($0.reads[0][1]) }.map(\.closure)
  }
}
