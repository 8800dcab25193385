extension Row {
  /// All rows, in the order in which a reader wants them.
  ///
  /// A row may write the process-wide world in `prepare`, so each wants a process of its own: what is measured is a program
  /// that set its world up once.
  public static var all: [Row] {
    reads(.capturing) + reads(.capturingNothing) + services(.capturing) + services(.capturingNothing) + scopes
      + scopesOnTwoThreads + threads(.capturing) + threads(.capturingNothing) + writes + lifetimes
  }
}
