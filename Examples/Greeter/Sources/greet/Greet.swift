import Greeter
import World

/// `swift run greet`: greets whoever runs it.
@main
struct Greet {
  static func main() {
    World.bootstrap { $0.analytics = .discarding }
    let greeting = GreetingBuilder.build()
    greeting.greet()
    print("\(greeting.text) It is \(greeting.time).")
  }
}
