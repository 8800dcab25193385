import Foundation
import World

extension Settings {
  /// Settings that are kept in the user's defaults database, in a suite of their own.
  ///
  /// ```swift
  /// World.bootstrap { $0.settings = .userDefaults(suiteName: "com.example.app") }
  /// ```
  ///
  /// Each write reaches the disk before it returns. On Linux the suite is a property list in the user's
  /// configuration folder (`~/.config/<suiteName>.plist`). A write that fails is an issue.
  ///
  /// **Cost.** A read looks into memory, after the first has read the suite from disk. A write waits for the disk,
  /// so don't write in a loop. On Linux one use waits for the other.
  ///
  /// - Parameter suiteName: The suite, by convention a reverse domain name; not the program's own bundle
  ///   identifier, which Foundation refuses.
  public static func userDefaults(suiteName: String) -> Settings {
    // `UserDefaults` isn't `Sendable` everywhere; so each use makes its own, all of which share one cache.
    Settings(
      read: { name in
        usingUserDefaults {
          // check-world: allow a store in the user's defaults is what it is
          guard let defaults = UserDefaults(suiteName: suiteName) else {
            reportUnusable(suiteName: suiteName)
            return nil
          }
          return defaults.object(forKey: name).map { StoredValue(propertyListObject: $0) }
        }
      },
      write: { name, value in
        usingUserDefaults {
          // check-world: allow a store in the user's defaults is what it is
          guard let defaults = UserDefaults(suiteName: suiteName) else {
            return reportUnusable(suiteName: suiteName)
          }
          if case .other(let description) = value { return reportUnstorable(name, description) }
          if let value {
            defaults.set(value.propertyListObject, forKey: name)
          } else {
            defaults.removeObject(forKey: name)
          }
          if !defaults.synchronize() { reportUnwritten(name, suiteName: suiteName) }
        }
      })
  }

  static func reportUnusable(suiteName: String) {
    IssueReporter.report(
      "Foundation refuses the settings suite \"\(suiteName)\"",
      fixes: ["give the suite a name of its own, not the program's bundle identifier"])
  }

  static func reportUnstorable(_ name: String, _ description: String) {
    IssueReporter.report(
      "The setting \"\(name)\" was not stored: \(description) is only a description of what another program stored",
      fixes: ["store a value of a type that settings know", "leave the setting as it is"])
  }

  static func reportUnwritten(_ name: String, suiteName: String) {
    IssueReporter.report(
      "The setting \"\(name)\" could not be written to the suite \"\(suiteName)\"",
      fixes: ["make the user's configuration folder writable"])
  }
}

extension Settings.StoredValue {
  var propertyListObject: Any {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .other(let value): value
    }
  }

  init(propertyListObject object: Any) {
    switch object {
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let number as NSNumber:
      // Foundation bridges numbers to one another, so the encoded type is what tells them apart.
      switch String(cString: number.objCType) {
      case "c", "B": self = .bool(number.boolValue)
      case "d", "f": self = .double(number.doubleValue)
      default:
        let text = number.stringValue
        self = Int(text).map(Self.int) ?? .other("the number \(text)")
      }
    default: self = .other("a \(type(of: object))")
    }
  }
}

/// Runs a use of `UserDefaults`, one after the other where Foundation needs that: on Linux it may read nothing
/// while another thread writes.
func usingUserDefaults<Result>(_ body: () -> Result) -> Result {
  #if canImport(Darwin)
    return body()
  #else
    // Whoever is inside already, as an observer of the defaults would be, goes on.
    let work = Exclusive.Work(owner: ObjectIdentifier(Settings.self))
    guard case .mine = Exclusive.begin(work, name: "UserDefaults") else { return body() }
    defer { Exclusive.end(work) }
    return body()
  #endif
}
