import World

extension Simulation {
  /// What a `main` needs: the simulation that the command line and the environment ask for, and the arguments that
  /// aren't World's.
  ///
  /// ```swift
  /// let (simulation, arguments) = Simulation.readOrExit()
  /// World.bootstrap { simulation.apply(to: &$0) }
  /// ```
  ///
  /// A value that is unknown or impossible is a line on standard error, and the process exits with 64, the number of
  /// a wrong command line. If the program runs simulated, another line there says so, that nobody takes it for real.
  /// To do either in another way, use ``read(arguments:environment:timezone:now:)`` and ``notice``.
  @_alwaysEmitIntoClient
  public static func readOrExit() -> (simulation: Simulation, arguments: [String]) {
    do throws(ReadingError) {
      let (simulation, arguments) = try read()
      if let notice = simulation.notice { say(notice) }
      return (simulation, arguments)
    } catch {
      say(error.description)
      exitForWrongUsage()
    }
  }

  /// Writes a line to standard error, after the program's name.
  @usableFromInline
  static func say(_ line: String) {
    let program = CommandLine.arguments.first?.split(separator: "/").last.map { "\($0): " } ?? ""
    writeLineToStandardError(program + line)
  }
}
