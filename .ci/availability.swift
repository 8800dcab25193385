// Compares the names that the libraries use with their availability in the toolchain's interfaces.
//
//   swift .ci/availability.swift        fails if a used name needs a newer macOS than Package.swift allows
//   swift .ci/availability.swift 14     the same with another minimum: lists what would need @available or a replacement
//
// Reads the textual interfaces of Swift, _Concurrency and Synchronization. Compares names, not declarations: a name counts as
// old if any declaration of it is old, and names that the package declares itself are ignored. Foundation has no textual
// interface on Linux, so its names aren't checked.

import Foundation

struct Version: Comparable, CustomStringConvertible {
  var parts: [Int]
  init(_ text: some StringProtocol) { parts = text.split(separator: ".").compactMap { Int($0) } }
  static func < (left: Version, right: Version) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
  var description: String { parts.map(String.init).joined(separator: ".") }
}

func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

/// The oldest macOS in which each name is available.
func names(in interface: String) -> [String: Version] {
  let declaration =
    #/\b(?:func|struct|class|actor|enum|protocol|var|let|typealias|macro|case|associatedtype)\s+`?([A-Za-z_]\w*)/#
  var names: [String: Version] = [:]
  // The availability of the declaration of each open brace, outermost first.
  var open = [Version("0")]
  var pending = Version("0")
  for line in interface.split(separator: "\n") {
    let trimmed = line.drop { $0 == " " }
    if trimmed.hasPrefix("//") || trimmed.hasPrefix("#") { continue }
    if trimmed.hasPrefix("@available"), let match = trimmed.firstMatch(of: #/macOS ([\d.]+)/#) {
      pending = max(pending, Version(match.output.1))
    }
    let version = max(pending, open.last ?? pending)
    if trimmed.contains("public") || trimmed.contains("open "),
      let match = trimmed.firstMatch(of: declaration)
    {
      let name = String(match.output.1)
      names[name] = min(names[name] ?? version, version)
    }
    for character in line {
      if character == "{" { open.append(version) }
      if character == "}", open.count > 1 { open.removeLast() }
    }
    let isAttribute = trimmed.hasPrefix("@") && !trimmed.contains("public") && !trimmed.contains("extension")
    if !isAttribute { pending = Version("0") }
  }
  return names
}

/// The words of a Swift source, without comments and strings.
func words(in source: String) -> [String] {
  source.split(separator: "\n").flatMap { line in
    let code = line.replacing(#/"(?:\\.|[^"\\])*"/#, with: "").replacing(#/\/\/.*$/#, with: "")
    return code.matches(of: #/[A-Za-z_]\w*/#).map { String($0.output) }
  }
}

let files = FileManager.default
let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
let swift = Process()
let output = Pipe()
swift.executableURL = URL(fileURLWithPath: "/usr/bin/env")
swift.arguments = ["swiftc", "-print-target-info"]
swift.standardOutput = output
try swift.run()
let info =
  try JSONSerialization.jsonObject(with: output.fileHandleForReading.readToEnd() ?? Data()) as? [String: Any]
let resources = (info?["paths"] as? [String: Any])?["runtimeResourcePath"] as? String ?? ""
var known: [String: Version] = [:]
for module in ["Swift", "_Concurrency", "Synchronization"] {
  for folder in ["\(resources)/linux", "\(resources)_static/linux"] {
    let modules = "\(folder)/\(module).swiftmodule"
    let interface = (try? files.contentsOfDirectory(atPath: modules))?.first {
      $0.hasSuffix(".swiftinterface") && !$0.contains(".private.")
    }
    guard let interface else { continue }
    known.merge(names(in: text("\(modules)/\(interface)"))) { min($0, $1) }
    break
  }
}
guard known.count > 1_000 else {
  print("the toolchain at \(resources) has no textual interfaces")
  exit(1)
}
let manifest = text("\(package)/Package.swift")
let given = CommandLine.arguments.dropFirst().first.map { Version($0) }
let allowed = manifest.firstMatch(of: #/\.macOS\(\.v(\d+)\)/#).map { Version($0.output.1) }
guard let floor = given ?? allowed else {
  print("Package.swift names no macOS")
  exit(1)
}

var used: [String: Set<String>] = [:]
var own: Set<String> = []
let libraries = manifest.matches(of: #/\.library\(name: "(\w+)"/#).map { String($0.output.1) }
for library in libraries {
  for path in try files.subpathsOfDirectory(atPath: "\(package)/Sources/\(library)")
  where path.hasSuffix(".swift") {
    let source = text("\(package)/Sources/\(library)/\(path)")
    for word in words(in: source) { used[word, default: []].insert("\(library)/\(path)") }
    for match in source.matches(
      of: #/\b(?:func|struct|class|enum|protocol|var|let|case|init)\s+`?([A-Za-z_]\w*)/#)
    {
      own.insert(String(match.output.1))
    }
  }
}
guard used.count > 1_000 else {
  print("the sources of the libraries have only \(used.count) names; the libraries are \(libraries)")
  exit(1)
}
let needs = used.keys.filter { !own.contains($0) }.compactMap { name in
  known[name].map { (name: name, version: $0) }
}
for version in Set(needs.map(\.version.description)).map(Version.init).sorted().reversed().prefix(4) {
  let here = needs.filter { $0.version.description == version.description }.map(\.name).sorted()
  print("macOS \(version): \(here.joined(separator: " "))")
}
let tooNew = needs.filter { $0.version > floor && $0.version.parts.first != floor.parts.first }
for need in tooNew {
  print(
    "\(need.name) needs macOS \(need.version), the floor is \(floor): \(used[need.name, default: []].sorted())"
  )
}
exit(tooNew.isEmpty ? 0 : 1)
