/// How the program ends, in the numbers of `sysexits.h`.
enum ExitCode: Int32, Sendable {
  case success = 0
  case usage = 64
  case cannotCreateFile = 73
  case ioError = 74
}
