import Foundation

print("Hello, it is \(Date().timeIntervalSinceReferenceDate) in \(TimeZone.current.identifier).")
