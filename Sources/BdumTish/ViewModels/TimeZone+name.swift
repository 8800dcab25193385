import Foundation

extension TimeZone {
  /// The zone as people know it: UTC. Foundation calls it GMT on some systems, whichever of the two it was asked
  /// for.
  var name: String { identifier == "GMT" ? "UTC" : identifier }
}
