import Foundation

// `ExploreWorlds PACKAGE FOLDER [OPTION...]`: what the plugin runs. FOLDER is the plugin's own,
// `plugins/NAME/outputs` of the folder that is built in.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2 else { fatalError("it is run by `swift package explore-worlds`") }
let folders = arguments.prefix(2).map { URL(fileURLWithPath: $0) }
do {
  let options = try Options(Array(arguments.dropFirst(2)))
  if options.isHelp {
    print(Options.help)
  } else {
    try Sweep(package: folders[0], folder: folders[1], options: options).run()
  }
} catch let problem as Problem {
  FileHandle.standardError.write(Data((problem.description + "\n").utf8))
  exit(1)
}
