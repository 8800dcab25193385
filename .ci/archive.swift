// Completes the merged documentation archive, and checks its links.
//
//   swift .ci/archive.swift ARCHIVE    fails if a page links to a page or a file that isn't in the archive
//
// DocC leaves three things to do. Its landing page only lists the modules; this adds the overview of the first one. Links from
// one module's articles to another's are to files; this changes them to pages. And when all symbols of an extended module or
// type are in topic groups elsewhere, DocC removes its page, but leaves it in their breadcrumbs; this removes it there, too.
import Foundation

typealias JSON = [String: Any]

func fail(_ messages: [String]) -> Never {
  FileHandle.standardError.write(Data((messages.joined(separator: "\n") + "\n").utf8))
  exit(1)
}

func read(_ file: URL) throws -> JSON {
  try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? JSON ?? [:]
}

func encoded(_ page: JSON) throws -> Data {
  try JSONSerialization.data(withJSONObject: page, options: [.withoutEscapingSlashes, .sortedKeys])
}

/// The landing page with the overview of a module.
func page(_ landing: JSON, withOverviewOf module: JSON) -> JSON {
  var landing = landing
  landing["abstract"] = module["abstract"]
  landing["primaryContentSections"] = module["primaryContentSections"]
  let references = landing["references"] as? JSON ?? [:]
  landing["references"] = references.merging(module["references"] as? JSON ?? [:]) { own, _ in own }
  return landing
}

/// Translates a link to another module's article, `../../World/World.docc/Scopes.md`, to a link to its page.
func translated(_ reference: JSON) -> JSON {
  guard let file = reference["url"] as? String, reference["type"] as? String == "link",
    let match = file.wholeMatch(of: #/\.\./\.\./(\w+)/\w+\.docc/(\w+)\.md/#)
  else { return reference }
  let (module, article) = (match.output.1.lowercased(), match.output.2.lowercased())
  var page = reference
  page["type"] = "topic"
  page["kind"] = module == article ? "symbol" : "article"
  page["role"] = module == article ? "collection" : "article"
  page["url"] = "/documentation/" + (module == article ? module : "\(module)/\(article)")
  return page
}

func isDead(_ reference: JSON, pages: Set<String>) -> Bool {
  guard let url = reference["url"] as? String else { return false }
  switch reference["type"] as? String {
  case "topic": return !pages.contains(url.prefix { $0 != "#" }.lowercased())
  case "link": return !url.contains("://") && !url.hasPrefix("#")
  default: return false
  }
}

/// The page without dead breadcrumbs, and its other dead links.
func completed(_ page: JSON, pages: Set<String>) throws -> (page: JSON, deadLinks: [String]) {
  var page = page
  let references = (page["references"] as? JSON ?? [:]).mapValues { ($0 as? JSON).map(translated) ?? [:] }
  let dead = references.filter { isDead($0.value, pages: pages) }.keys
  if var hierarchy = page["hierarchy"] as? JSON, let paths = hierarchy["paths"] as? [[String]] {
    hierarchy["paths"] = paths.map { $0.filter { !dead.contains($0) } }
    page["hierarchy"] = hierarchy
  }
  page["references"] = references.filter { !dead.contains($0.key) }
  let text = String(decoding: try encoded(page), as: UTF8.self)
  return (page, dead.filter { text.contains("\"\($0)\"") })
}

guard let archive = CommandLine.arguments.dropFirst().first else {
  fail(["usage: see the head of .ci/archive.swift"])
}
let data = URL(fileURLWithPath: archive).appendingPathComponent("data")
let paths = (FileManager.default.subpaths(atPath: data.path) ?? []).filter { $0.hasSuffix(".json") }.sorted()
let pages = Set(paths.map { "/" + $0.dropLast(5).lowercased() })
var problems: [String] = []
for path in paths {
  let file = data.appendingPathComponent(path)
  var content = try read(file)
  if path == "documentation.json" {
    content = page(content, withOverviewOf: try read(data.appendingPathComponent("documentation/world.json")))
    if content["primaryContentSections"] == nil { problems.append("the landing page has no overview") }
  }
  let (result, deadLinks) = try completed(content, pages: pages)
  problems += deadLinks.map { "\(path) links to \($0), which isn't in the archive" }
  try encoded(result).write(to: file)
}
if pages.count < 100 { problems.append("\(pages.count) pages; there should be at least 100") }
if !problems.isEmpty { fail(problems) }
print("no link of \(pages.count) pages is dead")
