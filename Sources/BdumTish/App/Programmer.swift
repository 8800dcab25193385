/// Whose day it is: all that tells programmers apart is the computer in their world.
enum Programmer: String, CaseIterable, Sendable {
  case mac
  case pc

  var computer: Computer {
    switch self {
    case .mac: .mac
    case .pc: .pc
    }
  }
}
