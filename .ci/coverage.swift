// Prints the line coverage of each library module, and fails if one is below the bar.
//
//   swift .ci/coverage.swift BAR FILE PACKAGE
//
// BAR is in per cent. FILE is the path that `swift test --show-codecov-path` prints. PACKAGE is the folder of the package that was
// tested.
import Foundation

struct Report: Decodable {
  struct Lines: Decodable {
    var count: Int
    var covered: Int
  }
  struct Summary: Decodable { var lines: Lines }
  struct File: Decodable {
    var filename: String
    var summary: Summary
  }
  struct Data: Decodable { var files: [File] }
  var data: [Data]
}

let arguments = CommandLine.arguments
guard arguments.count > 3, let bar = Double(arguments[1]) else {
  print("usage: see the head of .ci/coverage.swift")
  exit(2)
}
guard let data = FileManager.default.contents(atPath: arguments[2]),
  let report = try? JSONDecoder().decode(Report.self, from: data)
else {
  print("no coverage report is in \(arguments[2])")
  exit(1)
}
let root = arguments[3]
var modules: [String: [Report.File]] = [:]
for file in report.data.flatMap(\.files) where file.filename.hasPrefix(root + "/Sources/World") {
  let module = file.filename.dropFirst((root + "/Sources/").count).prefix { $0 != "/" }
  modules[String(module), default: []].append(file)
}

func rate(_ files: [Report.File]) -> Double {
  let count = files.map(\.summary.lines.count).reduce(0, +)
  return count == 0 ? 0 : 100 * Double(files.map(\.summary.lines.covered).reduce(0, +)) / Double(count)
}

func line(_ files: [Report.File], _ name: String) -> String {
  String(format: "%5.1f %%  ", rate(files)) + name
}

var isBelow = false
for (module, files) in modules.sorted(by: { $0.key < $1.key }) {
  isBelow = isBelow || rate(files) < bar
  print(line(files, module) + (rate(files) < bar ? ", which is below \(bar) %" : ""))
  for file in files.sorted(by: { rate([$0]) < rate([$1]) }) where rate([file]) < bar {
    print("         " + line([file], String(file.filename.dropFirst(root.count + 1))))
  }
}
let manifest = (try? String(contentsOfFile: root + "/Package.swift", encoding: .utf8)) ?? ""
let libraries = manifest.matches(of: #/\.library\(name: "(\w+)"/#).map { String($0.output.1) }
let missing = libraries.filter { modules[$0] == nil }
for library in missing { print("no line of Sources/\(library) is in \(arguments[2])") }
if libraries.isEmpty { print("no library was found in Package.swift") }
exit(isBelow || !missing.isEmpty || libraries.isEmpty ? 1 : 0)
