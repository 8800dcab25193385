import Foundation

/// The settings of the user.
struct SettingsStore {
  var loanDays: () -> Int = {
    UserDefaults.standard.object(forKey: "loanDays") as? Int ?? 28
  }
  var setLoanDays: (Int) -> Void = { UserDefaults.standard.set($0, forKey: "loanDays") }
}
