import Testing

@testable import CheckWorld

struct GlobTests {
  @Test(arguments: [
    ("main.swift", "main.swift"), ("main.swift", "a/b/main.swift"), ("Builders", "a/Builders/b/c.swift"),
    ("*Builder.swift", "a/CartBuilder.swift"), ("*Builder.swift", "Builder.swift"), ("?.swift", "a/b.swift"),
    ("Sources/Shop", "Sources/Shop/a/b.swift"), ("Sources/*/Roots/", "Sources/Shop/Roots/a.swift"),
    ("Sources/**/Roots", "Sources/Shop/a/Roots/b.swift"), ("Sources/**/a.swift", "Sources/a.swift"),
    ("/a.swift", "a.swift"), ("**", "a/b.swift"), ("a*c*.swift", "abcbc.swift"),
  ])
  func matches(glob: String, path: String) {
    #expect(Glob(glob).matches(path))
  }

  @Test(arguments: [
    ("Builder", "a/CartBuilder.swift"), ("*Builder.swift", "Builders.swift"), ("?.swift", "ab.swift"),
    ("Shop/Roots", "Sources/Shop/Roots/a.swift"), ("Sources/*/a.swift", "Sources/b/c/a.swift"),
    ("/a.swift", "b/a.swift"), ("Sources/Shop", "Sources/Shopping/a.swift"), ("*.swift", "a/b.c"),
    ("**/a", "b"),
  ])
  func doesNotMatch(glob: String, path: String) {
    #expect(!Glob(glob).matches(path))
  }
}
