import World

enum CheckoutBuilder {
  static func build() -> CheckoutViewModel {
    CheckoutViewModel(charge: Current.payments.charge, track: Current.analytics.track)
  }
}

struct CheckoutViewModel {
  var charge: (_ cents: Int) async throws -> Receipt
  var track: (Analytics.Event) -> Void

  func pay(_ cents: Int) async throws -> Receipt {
    let receipt = try await charge(cents)
    track(Analytics.Event(name: "paid", properties: ["cents": "\(receipt.cents)"]))
    return receipt
  }
}
