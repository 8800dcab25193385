// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.Settings {
  /// Returns a store in the user's defaults, for apps on Apple's systems. Elsewhere, use ``file(at:)``.
  ///
  /// ```swift
  /// World.bootstrap { $0.settings = .userDefaults(suiteName: "com.example.app") }
  /// ```
  ///
  /// **On Linux** the store is a property list in the user's configuration folder: `~/.config/<suiteName>.plist`, or for the
  /// standard defaults `~/.config/<program's name>.plist`. Foundation loses all of it if a process is killed while it writes, if
  /// one process reads while another writes, or if the disk is full. A date is stored as a dictionary, because Foundation would cut
  /// it to whole seconds. Numbers such as 1e300 aren't exact. A text or a name that begins with U+FEFF, which Foundation can't read
  /// back, is reported and isn't stored.
  ///
  /// **Errors.** A write that fails is reported. A setting of another type, such as an array that another program stored, is
  /// reported when it is read, reads as `nil`, and stays until it is overwritten.
  ///
  /// **Cost.** The first read reads the file, and later ones read memory. A write waits for the disk.
  ///
  /// **Thread-safety.** May be used from any thread. On Linux, uses wait for each other.
  ///
  /// - Parameter suiteName: The suite, by convention a reverse domain name; `nil` for the standard defaults. It must
  ///   not be the program's own bundle identifier, which Foundation refuses.
  public static func userDefaults(suiteName: String? = nil) -> World.Settings {
    World.Settings(
      read: { name in
        guard let object = withUserDefaults(suiteName, { $0.object(forKey: name) }) ?? nil else { return nil }
        let value = StoredValue(propertyListObject: object)
        if value == nil { reportForeign(name, object) }
        return value
      },
      write: { name, value in
        if let value, !canBeReadBack(value, as: name) { return reportUnreadable(name) }
        let isWritten = withUserDefaults(suiteName) { defaults in
          if let value {
            defaults.set(value.propertyListObject, forKey: name)
          } else {
            defaults.removeObject(forKey: name)
          }
          return defaults.synchronize()
        }
        if isWritten == false { reportUnwritten(name, suiteName) }
      })
  }

  private static func reportForeign(_ name: String, _ object: Any) {
    IssueReporter.report(
      "The setting \(name.quoted) is of a type that settings don't support: \(type(of: object))",
      fixes: ["remove or overwrite the stored value", "use another name"])
  }

  /// Whether a value can be read again. On Linux, Foundation drops U+FEFF at the start of a text.
  private static func canBeReadBack(_ value: StoredValue, as name: String) -> Bool {
    #if canImport(Darwin)
      return true
    #else
      let list = try? PropertyListSerialization.data(
        fromPropertyList: [name: value.propertyListObject], format: .xml, options: 0)
      let read = list.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
      guard let object = (read as? [String: Any])?[name] else { return false }
      if case .string(let text) = value { return object as? String == text }
      return true
    #endif
  }

  private static func reportUnreadable(_ name: String) {
    IssueReporter.report(
      "The setting \(name.quoted) was not stored: Foundation couldn't read it back",
      fixes: [
        "use a text and a name that don't begin with U+FEFF",
        "use World.Settings.file(at:), which stores every value",
      ])
  }

  private static func reportUnwritten(_ name: String, _ suiteName: String?) {
    IssueReporter.report(
      "The setting \(name.quoted) could not be written to the suite \(describe(suiteName))",
      fixes: ["make the user's configuration folder writable"])
  }

  fileprivate static func describe(_ suiteName: String?) -> String {
    suiteName?.quoted ?? "of the standard defaults"
  }
}

extension World.Settings.StoredValue {
  #if canImport(Darwin)
    fileprivate var propertyListObject: Any { payload }
  #else
    /// The seconds of a date are text, because Foundation writes only whole ones, and some that it can't read.
    fileprivate var propertyListObject: Any {
      guard case .date(let date) = self else { return payload }
      return [Self.dateKey: "\(date.timeIntervalSinceReferenceDate)"]
    }
  #endif

  private static let dateKey = "secondsSince2001"

  fileprivate init?(propertyListObject object: Any) {
    switch object {
    case let value as [String: String]:
      guard let seconds = value[Self.dateKey].flatMap(Double.init) else { return nil }
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let number as NSNumber:
      // Foundation converts between types of numbers; the encoded type is exact.
      switch String(cString: number.objCType) {
      case "c", "B": self = .bool(number.boolValue)
      case "d", "f": self = .double(number.doubleValue)
      default:
        guard let value = Int(exactly: number) else { return nil }
        self = .int(value)
      }
    default: return nil
    }
  }
}

#if !canImport(Darwin)
  // On Linux, no thread may read defaults while another one writes. Recursive, because observers run inside a write and may use
  // settings.
  private let userDefaultsLock = NSRecursiveLock()
#endif

/// Calls `body` with the defaults of a suite; `nil` if Foundation refuses the suite, which is reported.
///
/// Each use creates an instance, because `UserDefaults` isn't `Sendable` everywhere. All instances share one cache.
private func withUserDefaults<Result>(_ suiteName: String?, _ body: (UserDefaults) -> Result) -> Result? {
  #if !canImport(Darwin)
    userDefaultsLock.lock()
    defer { userDefaultsLock.unlock() }
  #endif
  // check-world: allow a store in the user's defaults is what it is
  if let defaults = UserDefaults(suiteName: suiteName) { return body(defaults) }
  IssueReporter.report(
    "Foundation refuses the settings suite \(World.Settings.describe(suiteName))",
    fixes: ["give the suite a name other than the program's bundle identifier", "leave the name out"])
  return nil
}
