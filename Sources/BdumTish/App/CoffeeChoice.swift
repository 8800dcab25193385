/// What is in the pot.
enum CoffeeChoice: String, CaseIterable, Sendable {
  case caffeinated
  case decaf

  var coffee: Coffee {
    switch self {
    case .caffeinated: .caffeinated
    case .decaf: .decaf
    }
  }
}
