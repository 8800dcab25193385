import Greeter
import World

/// `swift run greet`: greets the user.
@main
struct Greet {
  static func main() {
    World.bootstrap { $0.analytics = .discarding }
    let greeting = GreetingBuilder.build()
    greeting.greet()
    print("\(greeting.text) It is \(greeting.time).")
  }
}
