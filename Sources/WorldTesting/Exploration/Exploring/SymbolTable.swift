import CWorldTesting
import Foundation
import World

/// The names of functions, from the program's file.
///
/// The dynamic linker knows only functions that other files may call. The others, private ones and those of a program,
/// are in the file's own table of symbols, unless it was stripped.
enum SymbolTable {
  /// The functions of the program that addresses are in, in short: `Account.withdraw`. Swift's own aren't among them.
  static func names(of addresses: Set<CodeAddress>) -> [CodeAddress: String] {
    if addresses.isEmpty { return [:] }
    var names: [CodeAddress: String] = [:]
    var offsets: [String: [UInt64: CodeAddress]] = [:]
    for address in addresses {
      guard let pointer = UnsafeRawPointer(bitPattern: address.bits) else { continue }
      let place = world_testing_locate(pointer)
      if let file = place.file, String(cString: file).contains("libswift") { continue }
      if let symbol = place.symbol, let name = shortName(String(cString: symbol)) { names[address] = name }
      if let file = place.file { offsets[String(cString: file), default: [:]][place.offset] = address }
    }
    for (file, offsets) in offsets {
      // The program itself is known by the name that it was called by, which may be relative.
      let path = FileManager.default.isReadableFile(atPath: file) ? file : "/proc/self/exe"
      for (offset, symbol) in symbols(at: Set(offsets.keys), in: path) {
        if let address = offsets[offset], let name = shortName(symbol) { names[address] = name }
      }
    }
    return names
  }

  // MARK: The file

  /// The files that were read. They stay mapped: a backtrace that another thread makes looks at all files that are mapped, and
  /// ends the process if one is unmapped meanwhile.
  private static let files = Lock<[String: Data]>([:])

  private static func contents(of path: String) -> Data? {
    files.withLock { files in
      if let data = files[path] { return data }
      let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
      files[path] = data
      return data
    }
  }

  /// The linker's names of the functions at offsets of an ELF file of 64 bits; none in another file.
  private static func symbols(at offsets: Set<UInt64>, in path: String) -> [UInt64: String] {
    guard let data = contents(of: path) else { return [:] }
    return data.withUnsafeBytes { file in
      func word<Word: FixedWidthInteger>(_ offset: Int, as: Word.Type) -> Int {
        guard offset >= 0, offset + MemoryLayout<Word>.size <= file.count else { return 0 }
        return Int(
          truncatingIfNeeded: Word(littleEndian: file.loadUnaligned(fromByteOffset: offset, as: Word.self)))
      }
      // An ELF file, 64 bits, little-endian.
      guard file.count > 64, word(0, as: UInt32.self) == 0x464C_457F, word(4, as: UInt16.self) == 0x0102
      else { return [:] }
      let (sections, size, count) = (
        word(0x28, as: UInt64.self), word(0x3A, as: UInt16.self), word(0x3C, as: UInt16.self)
      )
      func section(_ index: Int) -> (type: Int, offset: Int, size: Int, link: Int) {
        let at = sections + index * size
        return (
          word(at + 4, as: UInt32.self), word(at + 0x18, as: UInt64.self), word(at + 0x20, as: UInt64.self),
          word(at + 0x28, as: UInt32.self)
        )
      }
      // The section of type 2 is the table; it names the section with the names.
      guard let table = (0..<count).map(section).first(where: { $0.type == 2 }), table.link < count else {
        return [:]
      }
      let names = section(table.link)
      var found: [UInt64: String] = [:]
      var entry = table.offset
      while entry + 24 <= min(table.offset + table.size, file.count), found.count < offsets.count {
        defer { entry += 24 }
        let (value, length) = (word(entry + 8, as: UInt64.self), word(entry + 16, as: UInt64.self))
        // A function, which has a length; most entries end here.
        guard length > 0, word(entry + 4, as: UInt8.self) & 0xF == 2 else { continue }
        for offset in offsets where Int(offset) >= value && Int(offset) < value + length {
          let start = names.offset + word(entry, as: UInt32.self)
          guard start < file.count else { continue }
          let bytes = file[start...].prefix { $0 != 0 }
          found[offset] = String(decoding: bytes, as: UTF8.self)
        }
      }
      return found
    }
  }

  // MARK: The name

  /// A linker's name in short: without its module, its types, and which part of an asynchronous function it is.
  static func shortName(_ mangled: String) -> String? {
    guard let buffer = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { return nil }
    defer { free(buffer) }
    return shortened(String(cString: buffer))
  }

  /// - Returns: `nil` for a function of Swift's or of this package, which tells a reader nothing.
  static func shortened(_ demangled: String) -> String? {
    // `Module.(Account in _0123ABCD).withdraw(Swift.Int) async -> ()`: a private type.
    let plain = demangled.replacing(/\((\w+) in _[0-9A-F]+\)/) { $0.output.1 }
    var name = plain[...]
    if let end = name.range(of: "partial function for ")?.upperBound { name = name[end...] }
    // `function signature specialization <Arg[0] = Dead> of static Module.function() -> ()`, in an optimized program.
    if name.contains("specialization <"), let end = name.range(of: "> of ", options: .backwards)?.upperBound {
      name = name[end...]
    }
    // `closure #1 () async -> () in closure #2 () -> () in Module.function() -> ()`: a reader knows the function.
    let isClosure = name.hasPrefix("closure #") || name.hasPrefix("implicit closure #")
    if isClosure, let end = name.range(of: " in ", options: .backwards)?.upperBound { name = name[end...] }
    // `static (extension in Module):Module.Cache.load<A>(A) async -> A`
    let fromModule = name.firstMatch(of: /\(extension in (\w+)\):/)
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
