// SPDX-License-Identifier: MIT

import World

/// Builds the question whose day to tell.
enum ProgrammerQuestionBuilder {
  static func build() -> ProgrammerQuestion {
    let settings = Current.settings
    return ProgrammerQuestion(
      last: settings[.lastProgrammer], remember: { settings[.lastProgrammer] = $0 })
  }
}
