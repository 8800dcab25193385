import World

struct Receipt: Sendable, Equatable {
  var cents: Int
}

struct Payments: World.LiveService {
  var charge: @Sendable (_ cents: Int) async throws -> Receipt

  static var live: Payments {
    Payments(charge: { cents in try await Gateway.shared.charge(cents) })
  }

  static var mock: Payments {
    Payments(charge: { cents in Receipt(cents: cents) })
  }
}

extension World {
  var payments: Payments {
    get { self[Payments.self] }
    set { self[Payments.self] = newValue }
  }
}

/// Stands for the library of a payment provider.
struct Gateway {
  static let shared = Gateway()
  func charge(_ cents: Int) async throws -> Receipt { throw CancellationError() }
}
