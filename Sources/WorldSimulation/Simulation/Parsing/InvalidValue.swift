import World

/// Why a value is none, and which ones would be.
struct InvalidValue: Error, Equatable {
  /// To follow the value: `is not a known locale`.
  var reason: String
  /// The nearest first.
  var suggestions: [String]
}
