#if os(Linux) || os(macOS)
  import Testing

  /// The same flags and seed give the same bytes, anywhere.
  struct DeterminismTests {
    /// Surroundings that have nothing in common.
    private let hosts = [
      Program(environment: ["LC_ALL": "C", "TZ": "UTC"]),
      Program(environment: ["LANG": "ar_EG.UTF-8", "TZ": "Pacific/Apia", "TERM": "xterm"]),
      Program(environment: ["LC_TIME": "th_TH.UTF-8", "TZ": "America/New_York", "NO_COLOR": "1"]),
    ]

    @Test(arguments: [
      ["mac", "--seed", "42"], ["pc", "--seed", "42", "--json"], ["mac"], ["pc", "--json"],
      ["mac", "--coffee", "decaf"], ["mac", "--calendar", "persian"], ["explain"], ["explain", "--json"],
    ])
    func hostDoesNotMatter(words: [String]) throws {
      let flags = ["--locale", "ar_EG", "--timezone", "Asia/Kathmandu", "--date", "2024-02-29T23:59:59Z"]
      let results = try hosts.map { try $0.run(words + flags) }
      #expect(results[0].code == 0)
      #expect(!results[0].output.isEmpty)
      #expect(results.allSatisfy { $0 == results[0] })
      #expect(try hosts[0].run(words + flags) == results[0])
    }

    @Test func whatIsRememberedDoesNotMatterWhereAProgrammerIsGiven() throws {
      let program = Program()
      let flags = ["mac", "--locale", "en_US", "--timezone", "UTC", "--date", "2024-03-01"]
      let before = try program.run(flags)
      #expect(try program.run("pc").code == 0)
      #expect(try program.run(flags) == before)
    }

    @Test func seedsDiffer() throws {
      let program = Program()
      let flags = ["mac", "--locale", "en_US", "--timezone", "UTC", "--date", "2024-03-01", "--seed"]
      #expect(try program.run(flags + ["1"]) != program.run(flags + ["2"]))
    }
  }
#endif
