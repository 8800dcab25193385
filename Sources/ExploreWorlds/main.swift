import Foundation

// What the plugin runs:
//
//     ExploreWorlds check [OPTION...]             exits with 0 if the options are right, and with 2 after help
//     ExploreWorlds PACKAGE FOLDER [OPTION...]    explores; FOLDER is the plugin's own,
//                                                 `plugins/NAME/outputs` of the folder that is built in
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.first == "check" {
    if try ExploreOptions(Array(arguments.dropFirst())).isHelp {
      print(ExploreOptions.help)
      exit(2)
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
  exit(1)
}
