import Foundation
import World

World.bootstrap { $0.locale = { Locale(identifier: "en_GB") } }
print("Hello, it is \(Current.date().timeIntervalSinceReferenceDate) in \(Current.timezone().identifier).")
