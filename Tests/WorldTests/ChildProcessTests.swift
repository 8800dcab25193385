#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  /// How tests run programs.
  struct ChildProcessTests {
    @Test func aChildThatFillsBothPipesEnds() throws {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sh")
      child.arguments = [
        "-c",
        "head -c 1000000 /dev/zero >&2; head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2; exit 3",
      ]
      let result = try child.result()
      #expect(result.code == 3)
      #expect(result.output.utf8.count == 1_000_000)
      #expect(result.errors.utf8.count == 2_000_000)
    }
  }
#endif
