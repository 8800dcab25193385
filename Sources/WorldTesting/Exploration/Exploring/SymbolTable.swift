// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World

#if compiler(>=6.3) && canImport(Runtime) && os(Linux)
  import Runtime
#endif

/// The functions of the program that contain addresses, and their lines.
enum SymbolTable {
  /// Returns short names of the functions, such as `Account.withdraw`. Swift's own functions aren't among them.
  static func names(of addresses: Set<CodeAddress>) -> [CodeAddress: String] {
    linkerNames(of: addresses).compactMapValues(shortName)
  }

  #if compiler(>=6.3) && canImport(Runtime) && os(Linux)
    /// The files of the program. They are captured before the first thread begins: this reads from each file that is mapped, and
    /// ends the process if a thread unmaps one meanwhile. `Backtrace.capture` does the same if it isn't given them.
    static let images = ImageMap.capture()

    /// The lines of addresses that were looked up before.
    private static let lines = Lock<[CodeAddress: SourceLine?]>([:])

    /// Runs one symbolication at a time: of two at once, one may read an image that the other has unmapped.
    static func symbolicating<Result: Sendable>(_ body: () -> Result) -> Result {
      lines.withLock { _ in body() }
    }

    static func load() { _ = images }

    /// Returns the linker's names of the functions, including private ones.
    private static func linkerNames(of addresses: Set<CodeAddress>) -> [CodeAddress: String] {
      symbolicating { symbols(at: addresses, options: []).mapValues(\.name) }
    }

    /// Returns the line of an address; `nil` in optimized programs, where lines mean little. The first time, this takes
    /// a fifth of a second in a program of this package's size, because it goes through all lines of the program twice.
    static func line(of address: CodeAddress) -> SourceLine? {
      #if DEBUG
        lines.withLock { lines in
          if let line = lines[address] { return line }
          // If a task goes on in a macro expansion, the first instructions have the line of the function.
          let later = CodeAddress(bits: address.bits + 24)
          let symbols = symbols(at: [address, later], options: .showSourceLocations)
          let (first, next) = (symbols[address], symbols[later])
          var line = first?.line.flatMap { $0.isExpanded || $0.number == 0 ? nil : $0 }
          if next?.name == first?.name, let number = next?.line?.lineOfMacro { line?.number = number }
          lines[address] = .some(line)
          return line
        }
      #else
        nil
      #endif
    }

    /// Call this only inside `symbolicating`.
    private static func symbols(
      at addresses: Set<CodeAddress>, options: Backtrace.SymbolicationOptions
    ) -> [CodeAddress: (name: String, line: SourceLine?)] {
      guard !addresses.isEmpty, let backtrace = backtrace(of: addresses),
        let frames = backtrace.symbolicated(with: images, options: options)?.frames
      else { return [:] }
      return frames.reduce(into: [:]) { symbols, frame in
        guard let bits = UInt(frame.captured.originalProgramCounter), let symbol = frame.symbol else {
          return
        }
        let line = symbol.sourceLocation.map { SourceLine(path: $0.path, number: $0.line) }
        symbols[CodeAddress(bits: bits)] = (symbol.rawName, line)
      }
    }

    /// Creates a backtrace of addresses. There is no initializer for this, but a backtrace can be decoded from the
    /// format that is described in `docs/CompactBacktraceFormat.md` of Swift's sources.
    private static func backtrace(of addresses: Set<CodeAddress>) -> Backtrace? {
      guard let architecture = try? Backtrace.capture(limit: 1, images: images).architecture else {
        return nil
      }
      // Words of 64 bits; then each address, of a function that goes on, in 8 bytes.
      var bytes: [UInt8] = [0x02]
      for address in addresses {
        bytes.append(0x3F)
        withUnsafeBytes(of: UInt64(address.bits).bigEndian) { bytes.append(contentsOf: $0) }
      }
      let text = Data(bytes).base64EncodedString().filter { $0 != "=" }
      let json = try? JSONEncoder().encode(["architecture": architecture, "backtrace": text])
      return json.flatMap { try? JSONDecoder().decode(Backtrace.self, from: $0) }
    }
  #else
    /// Returns the names that the dynamic linker knows: those of functions that other files may call.
    private static func linkerNames(of addresses: Set<CodeAddress>) -> [CodeAddress: String] {
      addresses.reduce(into: [:]) { names, address in
        guard let pointer = UnsafeRawPointer(bitPattern: address.bits) else { return }
        names[address] = world_testing_function(pointer).map { String(cString: $0) }
      }
    }

    static func line(of address: CodeAddress) -> SourceLine? { nil }
    static func load() {}
  #endif

  // MARK: The name

  /// Returns the short form of a linker's name: without its module, its types, and the part of an asynchronous function.
  static func shortName(_ mangled: String) -> String? {
    guard let buffer = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
    defer { free(buffer) }
    return shortened(String(cString: buffer))
  }

  /// - Returns: `nil` for a function of Swift's or of this package, which tells a reader nothing.
  static func shortened(_ demangled: String) -> String? {
    // A macro expansion.
    if demangled.contains("__swiftmacro_") { return nil }
    // `Module.(Account in _0123ABCD).withdraw(Swift.Int) async -> ()`: a private type.
    let plain = demangled.replacing(/\((\w+) in _[0-9A-F]+\)/) { $0.output.1 }
      .replacing("(extension in ", with: "(extension of ")
    var name = plain[...]
    if let end = name.range(of: "partial function for ")?.upperBound { name = name[end...] }
    // `function signature specialization <Arg[0] = Dead> of static Module.function() -> ()`, in an optimized program.
    if name.contains("specialization <"), let end = name.range(of: "> of ", options: .backwards)?.upperBound {
      name = name[end...]
    }
    // The runtime has a task that ends the sleep of another.
    if name.contains(/^closure #1 \(\) async -> .*\.Task< .*>\._?sleep[<(]/) {
      return "the timer of Task.sleep"
    }
    // `closure #1 () async -> () in closure #2 () -> () in Module.function() -> ()`: a reader knows the function.
    let isClosure = name.hasPrefix("closure #") || name.hasPrefix("implicit closure #")
    if isClosure, let end = name.range(of: " in ", options: .backwards)?.upperBound { name = name[end...] }
    // A closure in the value of a global or static variable.
    let initialValue = "variable initialization expression of "
    if name.hasPrefix(initialValue) { name = name.dropFirst(initialValue.count) }
    // `static (extension of Module):Module.Cache.load<A>(A) async -> A`
    let fromModule = name.firstMatch(of: /\(extension of (\w+)\):/)
    if let fromModule { name = name[fromModule.range.upperBound...] }
    if name.hasPrefix("static ") { name = name.dropFirst("static ".count) }
    let parts = name.prefix { !"(< ".contains($0) }.split(separator: ".")
    guard let module = fromModule?.output.1 ?? parts.first, parts.count > 1 else { return nil }
    let isKnown =
      ["Swift", "_Concurrency", "Foundation", "Testing"].contains(module) || module.hasPrefix("World")
    if isKnown, !module.hasSuffix("Tests") { return nil }
    let short = parts.dropFirst().joined(separator: ".")
    return isClosure ? "a closure in \(short)" : short
  }

  @_silgen_name("swift_demangle")
  private static func demangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ bufferSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
  ) -> UnsafeMutablePointer<CChar>?
}

extension SourceLine {
  /// Whether the line is in a macro expansion, which has no file.
  fileprivate var isExpanded: Bool { path.contains("@__swiftmacro_") }

  /// The line at which the macro is used. The name of the expansion has that number less one:
  /// `…MX69_6_6expectfMf_.swift`.
  fileprivate var lineOfMacro: Int? {
    path.firstMatch(of: /MX(\d+)_\d+_/).flatMap { Int($0.1) }.map { $0 + 1 }
  }
}
