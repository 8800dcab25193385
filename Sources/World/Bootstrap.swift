// SPDX-License-Identifier: MIT

extension World {
  /// Sets up the world, once, at launch.
  ///
  /// ```swift
  /// @main struct App {
  ///   static func main() {
  ///     World.bootstrap {
  ///       $0.analytics = World.Analytics { print($0.name) }
  ///       $0.settings = .file(at: "settings.json")
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Other threads see the world either before or after `update`. If `update` throws, its error is rethrown and the world is
  /// unchanged. Create values that need `await` first: `let store = try await Store.open()`, then
  /// `World.bootstrap { $0.store = store.service }`.
  ///
  /// A second call has no effect and is reported, with the places of both calls. If a call throws, the next one sets up the world.
  /// A later process-wide write takes effect and is reported. Inside a `withWorld`, `bootstrap` sets up only that scope, once, so
  /// that a test can run an app's launch code.
  public static func bootstrap<Failure: Error>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ update: (inout World) throws(Failure) -> Void
  ) throws(Failure) {
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let write = Write()
    guard write.scope.beginBootstrap(at: place) else { return }
    var end: SourceLocation?
    defer { write.scope.endBootstrap(at: end) }
    try update(&write.copy.world)
    write.commit(isBootstrap: true)
    end = place
  }
}
