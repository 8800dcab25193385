import Foundation

/// The sentences of the day in one language.
///
/// A new language is a file beside this one, and an entry in ``all``. The compiler finds the sentences that it lacks, and
/// `LanguageTests` its phrases.
struct Language: Sendable {
  /// A title and what follows it.
  typealias Caption = (title: String, detail: String)

  /// The language's code, such as `fr`.
  var code: String
  var isRightToLeft = false
  /// Translations of the phrases in ``Repertoire`` and in the services, by their English.
  var phrases: [String: String]
  var scene: @Sendable (Scene, Words) throws -> Caption
  var remark: @Sendable (Remark, Words) throws -> String
  /// What the film says about itself.
  var film: FilmLabels

  struct FilmLabels: Sendable, Equatable {
    var paused: String
    /// Which keys do what.
    var keys: String
  }

  /// A phrase that has no translation. Its sentence is English then, as a whole.
  struct MissingPhrase: Error, Equatable {
    var phrase: String
  }

  static let all = [english, french, german, spanish, japanese, arabic]

  /// The language of a locale; English where there is none.
  static func of(_ locale: Locale) -> Language {
    let code = locale.language.languageCode?.identifier
    return all.first { $0.code == code } ?? english
  }
}

extension Language {
  /// What sentences are made of: numbers, durations, lists and phrases.
  struct Words: Sendable {
    var language: Language
    var format: LocalizedFormat

    func number(_ number: Int) -> String { format.number(number, in: language) }

    func duration(_ duration: Duration) -> String { format.duration(duration, in: language) }

    /// A phrase in the language.
    func phrase(_ phrase: String) throws(MissingPhrase) -> String {
      if language.code == "en" { return phrase }
      guard let translation = language.phrases[phrase] else { throw MissingPhrase(phrase: phrase) }
      return translation
    }

    /// Phrases as a list, such as `tea, toast, and jam`.
    func list(_ phrases: [String]) throws(MissingPhrase) -> String {
      var items: [String] = []
      for item in phrases { items.append(try phrase(item)) }
      return format.list(items, in: language)
    }

    /// A name in Latin letters, which keeps its direction.
    func name(_ name: String) -> String { Isolation.isolateIfNeeded(name, in: language) }
  }
}
