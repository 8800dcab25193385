#if os(Linux) || os(macOS)
  import Foundation

  /// A terminal in which the program can be run: a pair of files, of which the program gets one.
  struct Terminal {
    private let master: FileHandle
    private let slave: FileHandle

    struct Unavailable: Error {}

    init() throws {
      var (master, slave): (Int32, Int32) = (-1, -1)
      guard openpty(&master, &slave, nil, nil, nil) == 0 else { throw Unavailable() }
      self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
      self.slave = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    }

    /// Types a text, runs the program, and hands back what the screen showed.
    func run(_ program: Program, _ arguments: [String], typing text: String = "") throws -> (Int32, String) {
      let process = program.process(arguments: arguments)
      process.standardInput = slave
      process.standardOutput = slave
      process.standardError = slave
      try master.write(contentsOf: Data(text.utf8))
      try process.run()
      try slave.close()
      var screen: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        // Fails, on Linux, once the program has closed its end.
        let count = read(master.fileDescriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        screen += buffer.prefix(count)
      }
      process.waitUntilExit()
      let shown = String(decoding: screen, as: UTF8.self).replacing("\r\n", with: "\n")
      return (process.terminationStatus, shown)
    }
  }
#endif
