// SPDX-License-Identifier: MIT

import Foundation
import World

/// The variables of the process's environment.
struct Variables: Sendable {
  var all: @Sendable () -> [String: String]

  /// The value of a variable; `nil` if it isn't set.
  subscript(name: String) -> String? { all()[name] }
}

extension Variables: World.LiveService {
  static var live: Variables { Variables { ProcessInfo.processInfo.environment } }
  static var mock: Variables { Variables { [:] } }
}

extension World {
  var variables: Variables {
    get { self[Variables.self] }
    set { self[Variables.self] = newValue }
  }
}
