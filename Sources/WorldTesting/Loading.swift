import CWorldTesting
import World
import XCTest

/// Called when this module is loaded, before the first test: in a test process of its own before `main`, in that of a host
/// app when the tests are loaded into it.
@_cdecl("world_testing_was_loaded")
func worldTestingWasLoaded() {
  IssueReporter.beginTesting(TestIssueSink.self)
  XCTestObservationCenter.shared.addTestObserver(XCTestObserver.ofProcess)
  _ = StaticInitializers.learned
}

/// Finds reads of `Current` while a global or a `static let` is initialized: it keeps one test's values for all tests.
enum StaticInitializers {
  static let learned: Void = world_testing_learn_initializers()
}

extension TestOrigin {
  /// A test that finds globals which are initialized with its world.
  convenience init(name: String, place: String) {
    self.init(name: name, place: place, isInInitializer: { world_testing_is_in_initializer() })
  }
}
