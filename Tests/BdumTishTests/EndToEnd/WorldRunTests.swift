#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// `bdum-tish world`
  struct WorldRunTests {
    private let program = Program(environment: ["LC_ALL": "fr_FR.UTF-8", "TZ": "Asia/Tokyo"])

    private struct Dependency: Decodable, Equatable {
      var source, value: String
    }

    private func world(_ flags: String...) throws -> [String: Dependency] {
      let result = try program.run(["world", "--json"] + flags)
      return try JSONDecoder().decode([String: Dependency].self, from: Data(result.output.utf8))
    }

    @Test func liveWorldIsTheHosts() throws {
      let world = try world()
      #expect(world["locale"] == Dependency(source: "live", value: "fr_FR"))
      #expect(world["timezone"] == Dependency(source: "live", value: "Asia/Tokyo"))
      #expect(world["calendar"] == Dependency(source: "live", value: "gregorian"))
      #expect(world["computer"] == Dependency(source: "live", value: "Mac"))
      #expect(Set(world.values.map(\.source)) == ["live"])
      #expect(world.count == 13)
    }

    @Test func simulatedPartsSaySo() throws {
      let world = try world("--date", "2024-02-29T23:59:59Z", "--locale", "th_TH", "--seed", "42")
      #expect(world["date"] == Dependency(source: "simulated", value: "2024-03-01T08:59:59+09:00"))
      #expect(world["locale"] == Dependency(source: "simulated", value: "th_TH"))
      #expect(world["calendar"] == Dependency(source: "simulated", value: "buddhist"))
      #expect(world["random"] == Dependency(source: "simulated", value: "seed 42"))
      #expect(world["timezone"] == Dependency(source: "live", value: "Asia/Tokyo"))
      #expect(world["uuid"]?.source == "live")
    }

    @Test func textIsLocalized() throws {
      let result = try program.run("world", "--date", "2024-02-29T23:59:59Z")
      #expect(result.code == 0)
      #expect(result.output.contains("vendredi 1 mars 2024"))
      #expect(result.output.contains("timezone   live       Asia/Tokyo\n"))
    }
  }
#endif
