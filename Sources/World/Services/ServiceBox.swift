// SPDX-License-Identifier: MIT

/// A type-erased service.
package protocol ServiceBox: AnyObject, Sendable {
  var type: any World.Service.Type { get }

  func changed(by change: (any World.Service) -> any World.Service) -> any ServiceBox
}

final class Box<S: World.Service>: ServiceBox {
  let service: S

  init(_ service: S) { self.service = service }

  var type: any World.Service.Type { S.self }

  func changed(by change: (any World.Service) -> any World.Service) -> any ServiceBox {
    Box(change(service) as? S ?? service)
  }
}

extension World.Service {
  static func boxOfMock() -> any ServiceBox { Box(mock) }
}

extension World.LiveService {
  static func boxOfLive() -> any ServiceBox { Box(live) }
}
