// swift-format-ignore-file
import World

struct CheckoutViewModel {
  let total: String
  func now() -> Date { Current.date() }  // expect: current-outside-builders
}

enum CheckoutBuilder {
  static func build() -> CheckoutViewModel {
    let date = Current.date()  // expect: none
    let started = Date()  // expect: direct-date
    return CheckoutViewModel(total: "\(date)")
  }
}

final class ReceiptBuilder: Sendable {
  func build() -> Receipt { Receipt(id: Current.uuid()) }  // expect: none
}

extension CheckoutBuilder {
  static func locale() -> Locale { Current.locale() }  // expect: none
  static func wrongLocale() -> Locale { .current }  // expect: direct-locale
}

struct Rebuilder {
  func build() -> Date { Current.date() }  // expect: current-outside-builders
}
