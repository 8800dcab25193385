/// The bits of a struct, to tell whether two are the same: closures, which aren't `Equatable`, are the same when they
/// are the same function and hold the same captures.
///
/// They are compared only while both structs are alive, so no bits stand for two things.
struct Bits: Equatable {
  private let bytes: [UInt8]

  init<Value>(of value: Value) {
    bytes = withUnsafeBytes(of: value) { Array($0) }
  }
}
