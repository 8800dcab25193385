#if !canImport(Darwin)
  import Testing
  import XCTest

  @testable import WorldTesting

  struct XCTestObserverTests {
    private final class Plain: XCTestCase {}
    private final class WithAWorld: WorldTestCase {}

    @Test func itKnowsTheInnermostTest() {
      let observer = XCTestObserver()
      #expect(!observer.hasBegun)
      observer.testBundleWillStart(.main)
      #expect(observer.hasBegun)
      #expect(observer.running == nil)

      let (outer, inner) = (Plain(name: "outer") { _ in }, WithAWorld(name: "inner") { _ in })
      observer.testCaseWillStart(outer)
      observer.testCaseWillStart(inner)
      #expect(observer.running?.framework == .worldTestCase)
      #expect(observer.running?.name.contains("inner") == true)
      observer.testCaseDidFinish(inner)
      #expect(observer.running?.framework == .xcTest)
      observer.testCaseDidFinish(outer)
      #expect(observer.running == nil)
    }
  }
#endif
