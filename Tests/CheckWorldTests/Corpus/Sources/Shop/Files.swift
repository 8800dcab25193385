// swift-format-ignore-file
import Foundation

struct Archive {
  let session: URLSession = .shared  // expect: direct-network
  init(session: URLSession = .shared) {}  // expect: direct-network
  func fetch(_ url: URL) async throws -> Data { try await URLSession.shared.data(from: url).0 }  // expect: direct-network
  func read(_ url: URL) throws -> Data { try Data(contentsOf: url) }  // expect: direct-files
  func explicit(_ url: URL) throws -> Data { try Data.init(contentsOf: url) }  // expect: direct-files
  func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }  // expect: direct-files
  func text(at path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }  // expect: direct-files
  func save(_ data: Data, _ url: URL) throws { try data.write(to: url) }  // expect: direct-files
  func save(_ text: String, _ path: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }  // expect: direct-files
  func make() throws -> Data { try Data("{}".utf8) }  // expect: none
  func own(_ url: URL) -> URLSession { URLSession(configuration: .ephemeral) }  // expect: none
  func print(_ text: inout String) { text.write("a") }  // expect: none
}

struct ArchiveService: World.LiveService {
  var read: @Sendable (URL) throws -> Data
  static var live: ArchiveService { ArchiveService(read: { try Data(contentsOf: $0) }) }  // expect: none
  static var mock: ArchiveService { ArchiveService(read: { _ in Data() }) }  // expect: none
}
