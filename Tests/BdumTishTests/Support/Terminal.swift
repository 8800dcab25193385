#if os(Linux) || os(macOS)
  import Foundation

  /// A terminal in which the program can be run: a pair of files, of which the program gets one.
  struct Terminal {
    private let master: FileHandle
    private let slave: FileHandle

    struct Unavailable: Error {}

    struct Ending {
      var code: Int32
      var reason: Process.TerminationReason
      var screen: String
      /// Whether typing is seen, as it was before.
      var echoesAgain: Bool
    }

    /// - Parameter width: The number of columns; 0 if it isn't known.
    init(width: UInt16 = 0) throws {
      var (master, slave): (Int32, Int32) = (-1, -1)
      var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
      guard openpty(&master, &slave, nil, nil, &size) == 0 else { throw Unavailable() }
      self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
      self.slave = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    }

    /// Types a text, runs the program, and returns its exit code and what the screen showed.
    func run(_ program: Program, _ arguments: [String], typing text: String = "") throws -> (Int32, String) {
      try master.write(contentsOf: Data(text.utf8))
      let ending = try run(program, arguments) { _ in }
      return (ending.code, ending.screen)
    }

    /// Runs the program, and types a text once the screen has shown another.
    func run(
      _ program: Program, _ arguments: [String], typing keys: String, after text: String
    ) throws -> Ending {
      var isTyped = false
      return try run(program, arguments) { screen in
        guard !isTyped, screen.contains(text) else { return }
        isTyped = true
        try master.write(contentsOf: Data(keys.utf8))
      }
    }

    private func run(
      _ program: Program, _ arguments: [String], looking look: (String) throws -> Void
    ) throws -> Ending {
      let process = program.process(arguments: arguments)
      process.standardInput = slave
      process.standardOutput = slave
      process.standardError = slave
      try process.run()
      try slave.close()
      var screen: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        // Fails, on Linux, once the program has closed its end.
        let count = read(master.fileDescriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        screen += buffer.prefix(count)
        try look(String(decoding: screen, as: UTF8.self))
      }
      process.waitUntilExit()
      var settings = termios()
      tcgetattr(master.fileDescriptor, &settings)
      return Ending(
        code: process.terminationStatus, reason: process.terminationReason,
        screen: String(decoding: screen, as: UTF8.self).replacing("\r\n", with: "\n"),
        echoesAgain: settings.c_lflag & tcflag_t(ECHO) != 0)
    }
  }
#endif
