extension Row {
  /// All rows, in the order in which a reader wants them.
  ///
  /// A row may write the process-wide world in `prepare`, so each wants a process of its own: what is measured is
  /// a program that set its world up once.
  public static var all: [Row] {
    reads(.capturing) + reads(.capturingNothing) + services
      + scopes(.capturing) + scopes(.capturingNothing) + [scopeGrowth]
      + threads(.capturing) + threads(.capturingNothing) + writes + lifetimes
  }

  /// The two that hold the library up: `Current.date()` outside scopes.
  public static var plainReads: [Row] {
    DateClosure.allCases.compactMap { reads($0).first }
  }
}
