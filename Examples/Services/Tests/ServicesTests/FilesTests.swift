import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@testable import Services

struct FilesTests {
  /// The same test for the file system and for memory.
  @Test(arguments: [true, false]) func filesAreWrittenListedReadAndRemoved(isLive: Bool) throws {
    let files = isLive ? Files.live : .mock
    let folder = NSTemporaryDirectory() + "files-\(UUID().uuidString)"
    if isLive { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    defer { if isLive { try? FileManager.default.removeItem(atPath: folder) } }

    try files.write(folder + "/b.txt", Data("old".utf8))
    try files.write(folder + "/b.txt", Data("new".utf8))
    try files.write(folder + "/a.txt", Data())
    #expect(try files.list(folder) == ["a.txt", "b.txt"])
    #expect(try files.list(folder + "/") == ["a.txt", "b.txt"])
    #expect(try files.read(folder + "/./b.txt") == Data("new".utf8))

    try files.remove(folder + "/b.txt")
    #expect(try files.list(folder) == ["a.txt"])
    #expect(throws: CocoaError.self) { try files.read(folder + "/b.txt") }
    #expect(throws: CocoaError.self) { try files.remove(folder + "/b.txt") }
    try files.remove(folder)
    #expect(throws: CocoaError.self) { try files.list(folder) }
  }

  @Test func aFolderInMemoryIsRemovedWithWhatIsInIt() throws {
    let files = Files.inMemory(["/notes/2024/a": "1", "/notes/2024/b": "2", "/notes/20245": "3"])
    #expect(try files.list("/") == ["notes"])
    #expect(try files.list("/notes") == ["2024", "20245"])
    try files.remove("/notes/2024")
    #expect(try files.list("/notes") == ["20245"])
  }

  @Test func eachScopeHasItsOwn() throws {
    try withWorld(.mock) {
      try Current.files.write("/a", Data("1".utf8))
      #expect(try Current.files.read("/a") == Data("1".utf8))
    }
    let error = withWorld(.mock) { #expect(throws: CocoaError.self) { try Current.files.read("/a") } }
    #expect(error?.code == .fileReadNoSuchFile)
  }
}
