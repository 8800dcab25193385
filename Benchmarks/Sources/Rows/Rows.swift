extension Row {
  /// All rows, in the order of the table.
  ///
  /// A row may write the process-wide world in `prepare`, so measure each in its own process, like a program that sets up its
  /// world once.
  public static var all: [Row] {
    reads(.capturing) + reads(.capturingNothing) + services(.capturing) + services(.capturingNothing) + scopes
      + scopesOnTwoThreads + threads(.capturing) + threads(.capturingNothing) + writes + lifetimes
  }
}
