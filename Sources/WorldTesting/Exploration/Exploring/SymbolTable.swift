// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import World

/// The functions of the program that contain addresses, and their lines.
enum SymbolTable {
  /// What was found before.
  fileprivate struct Found: Sendable {
    /// The linker's names of the functions, and their short names.
    var functions: [CodeAddress: String?] = [:]
    var names: [CodeAddress: String?] = [:]
    var lines: [CodeAddress: SourceLine?] = [:]
  }

  /// Also guards the functions of `SourceLines.c`.
  private static let found = Lock(Found())

  /// Returns short names of the functions, such as `Account.withdraw`. Swift's own functions aren't among them.
  static func names(of addresses: Set<CodeAddress>) -> [CodeAddress: String] {
    found.withLock { found in
      addresses.reduce(into: [:]) { names, address in
        let known = found.names[address] ?? found.function(of: address).flatMap(shortName)
        found.names[address] = .some(known)
        names[address] = known
      }
    }
  }

  /// Returns the linker's name of a function, including a private one.
  static func function(of address: CodeAddress) -> String? { found.withLock { $0.function(of: address) } }

  /// Returns the line of an address; `nil` in optimized programs, where lines mean little.
  ///
  /// - Parameter isStart: Whether a task goes on here. In a macro expansion, the first instructions have the line of the function.
  static func line(of address: CodeAddress, isStart: Bool = true) -> SourceLine? {
    #if DEBUG
      found.withLock { found in
        guard isStart else { return found.line(of: address) }
        if let line = found.lines[address] { return line }
        let later = CodeAddress(bits: address.bits + 24)
        let (first, next) = (found.line(of: address), found.line(of: later))
        var line = first.flatMap { $0.isExpanded || $0.number == 0 ? nil : $0 }
        if let number = next?.lineOfMacro, found.function(of: later) == found.function(of: address) {
          line?.number = number
        }
        // Lines are compared without their columns.
        line?.column = 0
        found.lines[address] = .some(line)
        return line
      }
    #else
      nil
    #endif
  }

  // MARK: The name

  /// Returns the short form of a linker's name: without its module, its types, and the part of an asynchronous function.
  static func shortName(_ mangled: String) -> String? { demangled(mangled).flatMap(shortened) }

  /// Returns the demangled form of a linker's name, without the discriminators of private declarations.
  static func demangled(_ name: String) -> String? {
    guard let buffer = demangle(name, name.utf8.count, nil, nil, 0) else { return nil }
    defer { free(buffer) }
    return withoutDiscriminators(String(cString: buffer))
  }

  /// `Module.(Account in _0123ABCD).withdraw(Swift.Int) async -> ()`: a private type.
  private static func withoutDiscriminators(_ demangled: String) -> String {
    demangled.replacing(/\((\w+) in _[0-9A-F]+\)/) { $0.output.1 }
  }

  /// - Returns: `nil` for a function of Swift's or of this package, which tells a reader nothing.
  static func shortened(_ demangled: String) -> String? {
    // A macro expansion.
    if demangled.contains("__swiftmacro_") { return nil }
    let plain = withoutDiscriminators(demangled).replacing("(extension in ", with: "(extension of ")
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

extension SymbolTable.Found {
  fileprivate mutating func function(of address: CodeAddress) -> String? {
    if let known = functions[address] { return known }
    let name = address.pointer.flatMap(world_testing_function).map { String(cString: $0) }
    functions[address] = .some(name)
    return name
  }

  fileprivate func line(of address: CodeAddress) -> SourceLine? {
    var line = world_testing_source_line()
    guard let pointer = address.pointer, world_testing_line(pointer, &line), let name = line.file else {
      return nil
    }
    let (directory, file) = (line.directory.map { String(cString: $0) } ?? "", String(cString: name))
    return SourceLine(
      path: directory.isEmpty || file.hasPrefix("/")
        ? file : directory + (directory == "/" ? "" : "/") + file,
      number: Int(line.number), column: Int(line.column))
  }
}

extension CodeAddress {
  fileprivate var pointer: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: bits) }
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
