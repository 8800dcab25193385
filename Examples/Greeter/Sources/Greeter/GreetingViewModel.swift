/// A greeting, made of plain values and functions. This file doesn't import World.
public final class GreetingViewModel {
  /// The text.
  public let text: String
  /// The time, as text.
  public let time: String
  /// The number of calls of `greet()`.
  public private(set) var count = 0

  private let name: String
  private let onGreet: (_ name: String) -> Void

  /// A greeting for an hour of the day.
  public init(name: String?, hour: Int, time: String, onGreet: @escaping (_ name: String) -> Void) {
    let salutation =
      switch hour {
      case 5..<12: "Good morning"
      case 12..<18: "Good afternoon"
      default: "Good evening"
      }
    self.name = name ?? "stranger"
    self.text = "\(salutation), \(self.name)."
    self.time = time
    self.onGreet = onGreet
  }

  /// Greets.
  public func greet() {
    count += 1
    onGreet(name)
  }
}
