// SPDX-License-Identifier: MIT

import Foundation

/// The sentences of the day in one language.
///
/// A new language is a file beside this one, and an entry in ``all``. The compiler finds what it lacks.
struct Language: Sendable {
  /// A title and what follows it.
  typealias Caption = (title: String, detail: String)

  /// The language's code, such as `fr`.
  var code: String
  var isRightToLeft = false
  /// Whether a counted noun is in the singular.
  var isOne: @Sendable (Int) -> Bool = { $0 == 1 }
  var phrase: @Sendable (Phrase) -> String
  var scene: @Sendable (Scene, LocalizedFormat) -> Caption

  var title: @Sendable (_ computer: String) -> String
  var unusualLength: @Sendable (_ length: String, _ isShort: Bool) -> String
  var programmersDay: @Sendable (_ ordinal: String) -> String
  var punchline: @Sendable (_ joke: String) -> String

  /// The word for a paused film.
  var paused: String
  /// Explains the keys of a film.
  var keys: String

  static let all = [english, french, german, spanish, japanese, arabic]

  /// Returns the language of a locale, or English if it has none here.
  static func of(_ locale: Locale) -> Language {
    let code = locale.language.languageCode?.identifier
    return all.first { $0.code == code } ?? english
  }
}

/// The parts of sentences, besides numbers and durations.
extension LocalizedFormat {
  func caption(of scene: Scene) -> Language.Caption { language.scene(scene, self) }

  /// Returns `2 cups`, for languages with a singular and a plural.
  func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(number(count)) \(language.isOne(count) ? one : many)"
  }

  func phrase(_ phrase: Phrase) -> String { language.phrase(phrase) }

  /// Phrases as a list, such as `tea, toast, and jam`.
  func list(_ phrases: [Phrase]) -> String { list(phrases.map(phrase)) }

  /// Isolates a name in Latin letters, which keeps its direction.
  func name(_ name: String) -> String { language.isRightToLeft ? name.isolated : name }
}

extension String {
  /// Removes an ending if the text has it, such as the full stop of a quotation.
  func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
