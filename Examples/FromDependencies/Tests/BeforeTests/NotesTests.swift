import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@testable import Before

private let launchDay = Date(timeIntervalSince1970: 1_790_000_000)
private struct Offline: Error {}

@MainActor
@Suite(
  .dependencies {
    $0.date.now = launchDay
    $0.uuid = .incrementing
  })
struct NotesTests {
  @Test func savesWhenTypingPauses() async {
    let clock = TestClock()
    let saved = LockIsolated<[String]>([])
    let model = withDependencies {
      $0.continuousClock = clock
      $0.notes.save = { notes in saved.withValue { $0 += notes.map(\.text) } }
    } operation: {
      NotesModel()
    }
    let note = model.add()
    note.type("Mil")
    await clock.advance(by: .milliseconds(700))
    note.type("Milk")
    await clock.advance(by: .milliseconds(999))
    #expect(saved.value == [])
    await clock.run()
    #expect(saved.value == ["Milk"])
    #expect(model.notes == [Note(id: UUID(0), text: "Milk", changed: launchDay)])
  }

  @Test func loadsOnceMoreAfterAFailure() async {
    let failures = LockIsolated([Offline()])
    let model = withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.notes.load = {
        if let failure = failures.withValue({ $0.popLast() }) { throw failure }
        return [Note(id: UUID(7), text: "Milk", changed: launchDay)]
      }
    } operation: {
      NotesModel()
    }
    await model.load()
    #expect(model.notes.map(\.text) == ["Milk"])
    #expect(failures.value.isEmpty)
  }

  @Test(
    .dependencies {
      $0.continuousClock = ImmediateClock()
      $0.notes = .previewValue
    })
  func thePreviewHasANote() async {
    let model = NotesModel()
    await model.load()
    #expect(model.notes.map(\.text) == ["Milk"])
  }
}
