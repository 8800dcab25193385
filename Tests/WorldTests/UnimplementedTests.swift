import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

@Suite(.world(.mock))
struct UnimplementedTests {
  struct Everything: Sendable {
    var nothing: @Sendable () -> Void = unimplemented("Everything.nothing")
    var one: @Sendable (Int) -> Void = unimplemented("Everything.one")
    var value: @Sendable (Int, String) -> Int = unimplemented("Everything.value", placeholder: 3)
    var throwing: @Sendable (Int, String, Bool) throws -> Int = unimplemented("Everything.throwing")
    var throwingVoid: @Sendable (Int) throws -> Void = unimplemented("Everything.throwingVoid")
    var async: @Sendable (Int) async -> Void = unimplemented("Everything.async")
    var asyncValue: @Sendable (Int) async -> Int = unimplemented("Everything.asyncValue", placeholder: 4)
    var asyncThrowing: @Sendable (Int, Int, Int, Int) async throws -> String =
      unimplemented("Everything.asyncThrowing")
    var asyncThrowingVoid: @Sendable () async throws -> Void = unimplemented("Everything.asyncThrowingVoid")
  }

  private func expectIssue(naming name: String, _ call: () async throws -> Void) async rethrows {
    let issues = try await reports(call)
    #expect(issues.isOne(saying: "\(name) was called"))
  }

  @Test func readingIsNoIssue() {
    let everything = Everything()
    let closure = everything.value
    #expect(type(of: closure) == (@Sendable (Int, String) -> Int).self)
  }

  @Test func everyShapeReportsWhenCalled() async throws {
    let everything = Everything()
    await expectIssue(naming: "Everything.nothing") { everything.nothing() }
    await expectIssue(naming: "Everything.one") { everything.one(1) }
    await expectIssue(naming: "Everything.value") { #expect(everything.value(1, "a") == 3) }
    await expectIssue(naming: "Everything.async") { await everything.async(1) }
    await expectIssue(naming: "Everything.asyncValue") { #expect(await everything.asyncValue(1) == 4) }
    await expectIssue(naming: "Everything.throwing") {
      #expect(throws: Unimplemented.self) { try everything.throwing(1, "a", true) }
    }
    await expectIssue(naming: "Everything.throwingVoid") {
      #expect(throws: Unimplemented.self) { try everything.throwingVoid(1) }
    }
    await expectIssue(naming: "Everything.asyncThrowing") {
      let error = await #expect(throws: Unimplemented.self) { try await everything.asyncThrowing(1, 2, 3, 4) }
      #expect(error?.name == "Everything.asyncThrowing")
    }
    await expectIssue(naming: "Everything.asyncThrowingVoid") {
      await #expect(throws: Unimplemented.self) { try await everything.asyncThrowingVoid() }
    }
  }

  @Test func theErrorsTextNamesTheClosureAndSaysWhatToDo() {
    let declaredAt = #line + 1
    let closure: @Sendable () throws -> Void = unimplemented("Thing.act")
    let issues = reports {
      let error = #expect(throws: Unimplemented.self) { try closure() }
      let place = "WorldTests/UnimplementedTests.swift:\(declaredAt)"
      #expect(error?.localizedDescription == "Thing.act is unimplemented (\(place)).")
      #expect(
        error?.recoverySuggestion == "Assign Thing.act a closure before it is called, or don't call it.")
    }
    #expect(issues.isOne(saying: "Thing.act was called"))
  }

  @Test func twoClosuresOfOneLineAreUnimplementedInTwoPlaces() {
    let closures: [@Sendable () throws -> Int] = [unimplemented("Thing.act"), unimplemented("Thing.act")]
    let errors = Lock<[Unimplemented]>([])
    let issues = reports {
      for closure in closures + closures {
        do { _ = try closure() } catch {
          if let error = error as? Unimplemented { errors.withLock { $0.append(error) } }
        }
      }
    }
    #expect(issues.count == 4)
    let thrown = errors.withLock { $0 }
    #expect(thrown.map { $0 == thrown.first } == [true, false, true, false])
  }

  @Test func theIssueSaysWhereTheClosureWasDeclared() {
    let declaredAt = #line + 1
    let closure: @Sendable () -> Void = unimplemented("Thing.act")
    let issues = reports { closure() }
    #expect(issues.isOne(saying: "UnimplementedTests.swift:\(declaredAt)"))
  }

  #if os(Linux) && DEBUG
    // Backtraces with lines need debug information.
    @Test func theIssueStandsAtTheLineThatCalled() {
      let closure: @Sendable () -> Void = unimplemented("Thing.act")
      let calledAt = #line + 2
      withKnownIssue {
        closure()
      } matching: { issue in
        issue.sourceLocation?.line == calledAt
          && issue.sourceLocation?.fileID == "WorldTests/UnimplementedTests.swift"
      }
    }

    // What a macro expands to isn't a place that anybody can open.
    @Test func inAnExpectationTheIssueStandsInAFileOfTheTest() {
      let closure: @Sendable () -> Int = unimplemented("Thing.count", placeholder: 1)
      let line = #line
      withKnownIssue {
        #expect(closure() == 1)
      } matching: { issue in
        issue.sourceLocation?.fileID == "WorldTests/UnimplementedTests.swift"
          && issue.sourceLocation?.line == line + 2
      }
    }
  #endif
}
