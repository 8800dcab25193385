import Testing
import World
import XCTest

/// Turns the library's issues into failures of the running test. `World` finds it by its name.
enum TestIssueSink: TestIssueRecording {
  static func record(_ issue: World.Issue) -> Bool {
    if let test = Test.current {
      let place =
        (issue.isAtCaller ? CallSite.find() : nil) ?? issue.location.map(SourceLocation.init)
        ?? test.sourceLocation
      Issue.record(Comment(rawValue: issue.description), sourceLocation: place)
      return true
    }
    // XCTest would fail the test that runs now.
    if issue.isAfterTest { return false }
    // XCTest doesn't say whether one of its tests is running. Outside of a test it drops a failure, so the issue is
    // also written to standard error.
    let caller = (issue.isAtCaller ? CallSite.find() : nil).map { "\($0.fileID):\($0.line): " } ?? ""
    if let place = issue.location {
      XCTFail(caller + issue.description, file: place.filePathLiteral, line: place.line)
    } else {
      XCTFail(caller + issue.description)
    }
    return false
  }

  static var runningTest: String? {
    Test.current.map { "\($0.name) (\($0.sourceLocation.fileID):\($0.sourceLocation.line))" }
  }
}

extension SourceLocation {
  fileprivate init(_ place: World.SourceLocation) {
    self.init(
      fileID: place.fileID, filePath: place.filePath, line: Int(place.line), column: Int(place.column))
  }
}
