#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  struct FailureTests {
    private let program = Program()

    @Test(arguments: BadCommandLine.all)
    func badCommandLineIsOneLineOfErrors(_ bad: BadCommandLine) throws {
      let result = try program.run(bad.words)
      #expect(result.code == 64)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("bdum-tish: "))
      #expect(result.errors.filter(\.isNewline) == "\n")
      for name in bad.names { #expect(result.errors.contains(name)) }
    }

    @Test func badVariableIsOneLineOfErrors() throws {
      var program = program
      program.environment["WORLD_TIMEZONE"] = "Asia/Tokio"
      #expect(
        try program.run("mac")
          == ProcessResult(
            code: 64, output: "",
            errors:
              "bdum-tish: WORLD_TIMEZONE: \"Asia/Tokio\" is not a known time zone; did you mean Asia/Tokyo?\n"
          ))
    }

    @Test func unwritableFile() throws {
      let result = try program.run("mac", "--analytics", "missing/folder/events.jsonl")
      #expect(result.code == 73)
      #expect(result.output == "")
      #expect(result.errors.contains("--analytics"))
      #expect(result.errors.contains("missing/folder/events.jsonl"))
      #expect(result.errors.filter(\.isNewline) == "\n")
    }

    @Test func badCommandLineCreatesNoFile() throws {
      #expect(try program.run("mac", "--analytics", "events.jsonl", "--seed", "x").code == 64)
      #expect(try FileManager.default.contentsOfDirectory(atPath: program.home.url.path) == [])
    }

    @Test func readerMayStopReading() throws {
      let result = try program.shell("\"$BDUM_TISH\" mac | head -1")
      #expect(result == ProcessResult(code: 0, output: "The day of a Mac programmer\n", errors: ""))
    }

    @Test(arguments: [["mac"], ["mac", "--json"], ["explain"], ["--help"]])
    func closedPipeIsNoCrash(words: [String]) throws {
      let (output, errors) = (Pipe(), Pipe())
      let process = program.process(arguments: words)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try output.fileHandleForReading.close()
      try process.run()
      let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
      #expect(String(decoding: complaints, as: UTF8.self) == "")
    }

    #if os(Linux)
      @Test func fullDiskOfTheEventsIsSaidAfterTheDay() throws {
        let result = try program.run("mac", "--analytics", "/dev/full")
        #expect(result.code == 74)
        #expect(result.output.hasSuffix("Ba dum tish!\n"))
        #expect(
          result.errors == "bdum-tish: --analytics: /dev/full can't be written: No space left on device\n")
      }

      @Test func fullDiskIsSaid() throws {
        let result = try program.shell("\"$BDUM_TISH\" mac > /dev/full")
        #expect(result.code == 74)
        #expect(result.errors.hasPrefix("bdum-tish: standard output can't be written: "))
      }
    #endif
  }
#endif
