/// The bits of a struct of functions, to tell whether two are the same: closures, which aren't `Equatable`, are the same
/// when they are the same function and hold the same captures.
///
/// Only for structs without padding, whose bits would say nothing. They are compared only while both structs are
/// alive, so no bits stand for two things.
package struct Bits: Equatable {
  private let bytes: [UInt8]

  package init(of analytics: Analytics) { self.init(bytesOf: analytics) }

  package init(of settings: Settings) { self.init(bytesOf: settings) }

  /// The bits of a world's built-in dependencies.
  package init(ofBuiltInsIn world: World) {
    var whole = Bits(bytesOf: world).bytes
    // Services are told apart by their assignments, and have padding.
    if let offset = MemoryLayout<World>.offset(of: \World.services) {
      whole.removeSubrange(offset..<offset + MemoryLayout<Services>.stride)
    }
    bytes = whole
  }

  private init<Value>(bytesOf value: Value) {
    bytes = withUnsafeBytes(of: value) { Array($0) }
  }
}
