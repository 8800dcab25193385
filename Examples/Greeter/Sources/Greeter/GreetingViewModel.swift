/// What a greeting shows and does. It is made of plain values and functions, and knows nothing of the world.
public final class GreetingViewModel {
  /// What to say.
  public let text: String
  /// When it is said.
  public let time: String
  /// How often it was said.
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

  /// Greets once more.
  public func greet() {
    count += 1
    onGreet(name)
  }
}
