// SPDX-License-Identifier: MIT

import Foundation
import SweepReports

// The plugin runs this program twice:
//
//     ExploreWorlds check [OPTION...]             checks the options. Exits with 3 after a command that needs no tests (help
//                                                 or `merge`), and with 0 if tests are to be explored
//     ExploreWorlds PACKAGE FOLDER [OPTION...]    explores. FOLDER is the plugin's own folder, `plugins/NAME/outputs` in the
//                                                 build folder
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.first == "check" {
    let options = try ExploreOptions(Array(arguments.dropFirst()))
    if options.isHelp {
      print(ExploreOptions.help)
      exit(3)
    }
    if let urls = options.merged {
      try SweepReport.merge(urls, options)
      exit(3)
    }
  } else if arguments.count >= 2 {
    let folders = arguments.prefix(2).map { URL(fileURLWithPath: $0) }
    let options = try ExploreOptions(Array(arguments.dropFirst(2)))
    try Sweep(package: folders[0], folder: folders[1], options: options).run()
  } else {
    throw Problem("it is run by `swift package explore-worlds`")
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit((error as? Problem)?.code ?? 2)
}
