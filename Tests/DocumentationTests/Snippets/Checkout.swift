import World

enum CheckoutBuilder {
  static func build() -> CheckoutViewModel {
    let analytics = Current.analytics
    return CheckoutViewModel(
      charge: Current.payments.charge,
      onPaid: { analytics.track("paid", ["cents": .int($0)]) })
  }
}

struct CheckoutViewModel {
  var charge: (_ cents: Int) async throws -> Receipt
  var onPaid: (_ cents: Int) -> Void

  func pay(_ cents: Int) async throws -> Receipt {
    let receipt = try await charge(cents)
    onPaid(receipt.cents)
    return receipt
  }
}
