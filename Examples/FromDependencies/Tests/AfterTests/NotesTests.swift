import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@testable import After

private let launchDay = Date(timeIntervalSince1970: 1_790_000_000)
private struct Offline: Error {}

@MainActor
@Suite(.world(.mock) { $0.date = { launchDay } })
struct NotesTests {
  @Test func savesWhenTypingPauses() async {
    let saved = Mutex<[String]>([])
    Current.notes.save = { notes in saved.withLock { $0 += notes.map(\.text) } }
    let model = NotesBuilder.build()
    let note = model.add()
    note.type("Mil")
    await Current.time.advance(by: .milliseconds(700))
    note.type("Milk")
    await Current.time.advance(by: .milliseconds(999))
    #expect(saved.withLock { $0 } == [])
    await Current.time.advance(by: .milliseconds(1))
    #expect(saved.withLock { $0 } == ["Milk"])
    #expect(model.notes.map(\.changed) == [launchDay])
    #expect(model.notes.map(\.id.uuidString) == ["00000000-0000-0000-0000-000000000001"])
  }

  @Test(.world(.mock, autoAdvance: true)) func loadsOnceMoreAfterAFailure() async {
    let failures = Mutex([Offline()])
    Current.notes.load = {
      if let failure = failures.withLock({ $0.popLast() }) { throw failure }
      return [Note(id: Current.uuid(), text: "Milk", changed: Current.date())]
    }
    let model = NotesBuilder.build()
    await model.load()
    #expect(model.notes.map(\.text) == ["Milk"])
    #expect(failures.withLock { $0 }.isEmpty)
  }

  @Test(.world { $0.notes = .preview }) func thePreviewHasANote() async {
    let model = NotesBuilder.build()
    await model.load()
    #expect(model.notes.map(\.text) == ["Milk"])
  }
}
