import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

#if os(Linux)
  /// Swift hides it, since threads are the better way.
  @_silgen_name("fork") private func fork() -> Int32

  /// What a child process may do before, or without, running another program.
  struct ForkTests {
    @Test func aForkedChildReadsTheWorldsThatItsParentHad() async {
      await #expect(processExitsWith: .success) {
        World.bootstrap { $0.date = { .distantPast } }
        withWorld(.mock) {
          Current.timezone = { .gmt }
          precondition(
            exitCode(ofChild: { Current.timezone() == .gmt && Current.uuid().uuidString.hasSuffix("1") }) == 0
          )
        }
        precondition(exitCode(ofChild: { Current.date() == .distantPast }) == 0)
        precondition(exitCode(ofChild: { withWorld(.mock) { Current.date() == World.mock.date() } }) == 0)
        precondition(exitCode(ofChild: { Current.date() == .distantFuture }) == 1)
      }
    }
  }

  /// 0 if what the child computes is true.
  private func exitCode(ofChild isTrue: () -> Bool) -> Int32 {
    let child = fork()
    if child == 0 { _exit(isTrue() ? 0 : 1) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
#endif
