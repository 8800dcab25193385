import Foundation
import TestSupport
import Testing
import WorldTesting

@testable import World

@Suite
struct POSIXLocaleTests {
  @Test(arguments: [
    (["LC_ALL": "fr_FR.UTF-8", "LC_TIME": "de_DE", "LANG": "en_US"], "fr_FR"),
    (["LC_TIME": "de_DE", "LANG": "en_US"], "de_DE"),
    (["LANG": "en_US"], "en_US"),
    (["LC_ALL": "", "LC_TIME": "", "LANG": "ja_JP.eucJP"], "ja_JP"),
    (["LC_ALL": "C", "LANG": "fr_FR"], "en_US_POSIX"),
    (["LC_ALL": "C.UTF-8"], "en_US_POSIX"),
    (["LC_ALL": "POSIX"], "en_US_POSIX"),
    // The form is all that Foundation asks.
    (["LC_ALL": "xx_YY"], "xx_YY"),
    ([:], "en_US_POSIX"),
    (["LANG": "de_DE@euro"], "de_DE"),
    // All of the C library's modifiers.
    (["LANG": "sr_RS@latin"], "sr_Latn_RS"), (["LANG": "be_BY@latin"], "be_Latn_BY"),
    (["LANG": "nan_TW@latin"], "nan_Latn_TW"), (["LANG": "tt_RU@iqtelif"], "tt_Latn_RU"),
    (["LANG": "uz_UZ@cyrillic"], "uz_Cyrl_UZ"), (["LANG": "ks_IN@devanagari"], "ks_Deva_IN"),
    (["LANG": "sd_IN@devanagari"], "sd_Deva_IN"), (["LANG": "ca_ES@valencia"], "ca_ES"),
    (["LANG": "aa_ER@saaho"], "aa_ER"), (["LANG": "gez_ER@abegede"], "gez_ER"),
    (["LANG": "sr_RS.UTF-8@latin"], "sr_Latn_RS"), (["LC_TIME": "sr@latin"], "sr_Latn"),
    (["LANG": "eo"], "eo"),
    (["LANG": "ast_ES"], "ast_ES"),
    (["LANG": "es_419"], "es_419"),
    (["LC_MESSAGES": "fr_FR", "LC_NUMERIC": "de_DE"], "en_US_POSIX"),
  ])
  func theFirstVariableThatIsSetSays(environment: [String: String], identifier: String) {
    #expect(LiveLocaleAndZone.locale(in: environment).identifier == identifier)
  }

  @Test func aModifierNamesTheScriptOfDates() {
    func month(in locale: String) -> String {
      var style = Date.FormatStyle(locale: LiveLocaleAndZone.locale(in: ["LANG": locale]), timeZone: .gmt)
      style = style.month(.wide)
      return Date(timeIntervalSince1970: 0).formatted(style)
    }
    #expect(month(in: "sr_RS@latin") == "januar")
    #expect(month(in: "sr_RS") == "јануар")
    #expect(month(in: "uz_UZ@cyrillic") == "январ")
  }

  @Test(arguments: [
    "garbage", "f", "fr_", "fr_FRANCE", "fr_F1", "fr FR", "../../etc", "_FR", "é", "🇫🇷", "fr__FR", ".UTF-8",
    "@euro",
  ])
  func garbageIsReportedAndMeansTheCLocale(value: String) {
    let issues = reports {
      #expect(LiveLocaleAndZone.locale(in: ["LANG": value]).identifier == "en_US_POSIX")
    }
    #expect(issues.isOne(saying: "LANG=\(value) is not a locale name"))
  }

  @Test(arguments: [
    ["LC_ALL": "garbage", "LC_TIME": "de_DE", "LANG": "fr_FR"], ["LC_TIME": "garbage", "LANG": "fr_FR"],
  ])
  func garbageIsNotSkippedForAnotherVariable(environment: [String: String]) {
    let issues = reports {
      #expect(LiveLocaleAndZone.locale(in: environment).identifier == "en_US_POSIX")
    }
    #expect(issues.isOne(saying: "=garbage is not a locale name; the C locale is used"))
  }
}
