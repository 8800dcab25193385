import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// A write to `Current` inside the update of a `withWorld` was meant for the update's argument.
@Suite(.world(.mock))
struct UpdateWriteTests {
  #if DEBUG
    @Test func itIsReported() {
      withKnownIssue {
        withWorld { _ in
          Current.locale = { Locale(identifier: "fr_FR") }
        } operation: {
          #expect(Current.locale().identifier == "en_GB")
        }
      } matching: {
        $0.comments.contains { comment in
          "\(comment)".contains("Current was written (locale) inside the update of a withWorld")
            && "\(comment)".contains("withWorld { $0.date = … }")
        }
      }
      #expect(Current.locale().identifier == "fr_FR")
    }
  #endif

  @Test func otherWritesAreNot() {
    withWorld { world in
      let locale = withWorld {
        $0.locale = { Locale(identifier: "fr_FR") }
      } operation: {
        Current.timezone = { .gmt }
        return Current.locale()
      }
      world.locale = { locale }
    } operation: {
      Current.date = { .distantPast }
      #expect(Current.locale().identifier == "fr_FR")
      #expect(Current.timezone().identifier == "Europe/London")
    }
    Current.date = { .distantFuture }
    #expect(Current.date() == .distantFuture)
  }

  @Test func anUpdateThatThrowsIsOver() {
    #expect(throws: CancellationError.self) {
      try withWorld { _ in
        throw CancellationError()
      } operation: {
      }
    }
    Current.date = { .distantPast }
    #expect(Current.date() == .distantPast)
  }
}
