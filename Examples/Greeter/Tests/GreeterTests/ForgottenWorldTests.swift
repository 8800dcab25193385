import Greeter
import Synchronization
import Testing
import World
import WorldTesting

/// A test that forgets its world gets an issue for each live value that the builder uses, by name.
struct ForgottenWorldTests {
  @Test func aTestWithoutAWorldFails() {
    let log = Mutex<[String]>([])
    withKnownIssue {
      _ = GreetingBuilder.build()
    } matching: { issue in
      log.withLock { $0.append("\(issue.comments)") }
      return true
    }
    let reports = log.withLock { $0 }
    for use in ["called Current.locale", "called Current.timezone", "called Current.date", "read Visitor"] {
      let text = "has no world of its own, and \(use), which is live"
      #expect(reports.contains { $0.contains("The test aTestWithoutAWorldFails() (") && $0.contains(text) })
    }
    #expect(reports.count == 4)
  }

  @Test(.world(.live)) func oneThatMeansTheLiveWorldDoesNot() {
    #expect(!GreetingBuilder.build().time.isEmpty)
  }
}
