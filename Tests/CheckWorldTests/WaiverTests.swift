import Testing

@testable import CheckWorld

struct WaiverTests {
  /// What remains, as places and rules.
  private func check(_ source: String) -> [String] {
    var file = CheckedFile(source)
    file.check(as: "a.swift", mayUseCurrent: false)
    return (file.uses.map(\.finding) + file.mistakes).map { "\($0.line):\($0.column) \($0.rule)" }
  }

  @Test(arguments: [
    "Date()  // check-world: allow a reason",
    "//check-world: allow a reason\nDate()",
    "// check-world: allow a reason\n\n  // why\n  f(Date(), Current)\r\n",
    "UUID()  // check-world: allow one\nDate()  // check-world: allow another",
    "// check-world: allow-file a reason\nDate()\nUUID()",
    "Date()\n// check-world: allow-file a reason",
    "#if DEBUG  // check-world: allow a reason\nDate()\n#endif",
  ])
  func allows(source: String) {
    #expect(check(source) == [])
  }

  @Test(arguments: [
    ("Date()  // check-world: allow", ["1:1 direct-date", "1:9 waiver-without-reason"]),
    ("// check-world: allow-file\nDate()", ["2:1 direct-date", "1:1 waiver-without-reason"]),
    ("Date()  // check-world: alow it", ["1:1 direct-date", "1:9 unknown-waiver"]),
    ("Date()  // check-world:", ["1:1 direct-date", "1:9 unknown-waiver"]),
    ("f()  // check-world: allow it", ["1:6 stale-waiver"]),
    ("f()\n// check-world: allow-file it", ["2:1 stale-waiver"]),
    ("// check-world: allow it\nf()\nDate()", ["3:1 direct-date", "1:1 stale-waiver"]),
    ("Date()\n// check-world: allow it", ["1:1 direct-date", "2:1 stale-waiver"]),
    ("Date() /* check-world: allow it */", ["1:1 direct-date"]),
    ("/// check-world: allow it\nDate()", ["2:1 direct-date"]),
    ("Date(); \"// check-world: allow it\"", ["1:1 direct-date"]),
  ])
  func reports(source: String, findings: [String]) {
    #expect(check(source) == findings)
  }
}
