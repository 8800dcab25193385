import Foundation
import World

/// What the module Checkout may use of the world.
public protocol CheckoutWorld {
  var date: @Sendable () -> Date { get }
  var analytics: World.Analytics { get }
}

extension World: CheckoutWorld {}
