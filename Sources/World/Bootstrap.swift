extension World {
  /// Sets the world up, once, at launch.
  ///
  /// ```swift
  /// @main struct App {
  ///   static func main() {
  ///     World.bootstrap {
  ///       $0.analytics = .stdout
  ///       $0.settings = .userDefaults(suiteName: "com.example.app")
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The world is set up as a whole: other threads see the world before `update` or the one after it. What
  /// `update` throws is thrown, and nothing changed. A world that must be built asynchronously is built before:
  /// `let store = try await Store.open()`, then `World.bootstrap { $0.store = store.service }`.
  ///
  /// A second call is refused and reported with both places; so is any later process-wide write (it takes
  /// effect all the same). Inside a `withWorld`, `bootstrap` sets up that scope alone, once, so that a test can
  /// run an app's launch code.
  public static func bootstrap<Failure: Error>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ update: (inout World) throws(Failure) -> Void
  ) throws(Failure) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let edit = Edit()
    guard edit.scope.markBootstrapped(at: location) else { return }
    do throws(Failure) {
      try edit.world.note(.bootstrap, { _ in "at \(location)" }, changes: update)
    } catch {
      edit.scope.unmarkBootstrapped()
      throw error
    }
    edit.commit(asBootstrap: true)
  }
}
