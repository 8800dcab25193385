import Foundation
import Synchronization
import World

/// Files, by their paths.
///
/// Live, they are in the file system. In a mock world they are in memory: there are none at first, and each scope has its own.
///
/// **Errors.** `read`, `list` and `remove` throw a `CocoaError` if the file doesn't exist, and `write` if the folder doesn't.
/// In memory, a folder exists if a file was written to it.
struct Files: World.LiveService {
  /// The contents of a file.
  var read: @Sendable (_ path: String) throws -> Data
  /// Replaces the contents of a file; a reader sees the old contents or the new.
  var write: @Sendable (_ path: String, _ contents: Data) throws -> Void
  /// Removes a file, or a folder with its contents.
  var remove: @Sendable (_ path: String) throws -> Void
  /// The names of a folder's contents, sorted.
  var list: @Sendable (_ folder: String) throws -> [String]

  static var live: Files {
    Files(
      read: { try Data(contentsOf: URL(fileURLWithPath: $0)) },
      write: { try $1.write(to: URL(fileURLWithPath: $0), options: .atomic) },
      remove: { try FileManager.default.removeItem(atPath: $0) },
      list: { try FileManager.default.contentsOfDirectory(atPath: $0).sorted() })
  }

  static var mock: Files { inMemory() }

  /// Files in memory.
  static func inMemory(_ files: [String: String] = [:]) -> Files {
    let memory = Memory(files)
    return Files(read: memory.read, write: memory.write, remove: memory.remove, list: memory.list)
  }

  private final class Memory: Sendable {
    private let files: Mutex<[String: Data]>

    init(_ files: [String: String]) {
      var contents: [String: Data] = [:]
      for (path, text) in files { contents[Memory.standardized(path)] = Data(text.utf8) }
      self.files = Mutex(contents)
    }

    @Sendable func read(_ path: String) throws -> Data {
      guard let contents = files.withLock({ $0[Memory.standardized(path)] }) else {
        throw Memory.noSuchFile(path)
      }
      return contents
    }

    @Sendable func write(_ path: String, _ contents: Data) {
      files.withLock { $0[Memory.standardized(path)] = contents }
    }

    @Sendable func remove(_ path: String) throws {
      let path = Memory.standardized(path)
      let isFound = files.withLock { files in
        let count = files.count
        files = files.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
        return files.count < count
      }
      guard isFound else { throw Memory.noSuchFile(path) }
    }

    @Sendable func list(_ folder: String) throws -> [String] {
      let standardized = Memory.standardized(folder)
      let prefix = standardized == "/" ? "/" : standardized + "/"
      let paths = files.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
      guard !paths.isEmpty else { throw Memory.noSuchFile(folder) }
      let names = paths.compactMap { $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) }
      return Set(names).sorted()
    }

    private static func standardized(_ path: String) -> String {
      URL(fileURLWithPath: path).standardized.path
    }

    private static func noSuchFile(_ path: String) -> CocoaError {
      CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: path])
    }
  }
}

extension World {
  /// Files, by their paths.
  var files: Files {
    get { self[Files.self] }
    set { self[Files.self] = newValue }
  }
}
