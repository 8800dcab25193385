// SPDX-License-Identifier: MIT

extension World {
  /// A place in a source file, such as a call to `unimplemented` or `World.bootstrap`.
  @usableFromInline
  package struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    // Literals cost nothing to store. Strings are made only when they are read.
    private let fileIDLiteral: StaticString
    private let filePathLiteral: StaticString
    /// The line, from 1.
    package let line: UInt
    /// The column, from 1.
    package let column: UInt

    /// Creates a location, by default the caller's.
    @usableFromInline
    package init(
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
      column: UInt = #column
    ) {
      (fileIDLiteral, filePathLiteral) = (fileID, filePath)
      (self.line, self.column) = (line, column)
    }

    /// Module and file, such as `Shop/Payments.swift`.
    package var fileID: String { "\(fileIDLiteral)" }

    /// The file's full path on the machine that built it.
    package var filePath: String { "\(filePathLiteral)" }

    /// `Shop/Payments.swift:12`
    @usableFromInline package var description: String { "\(fileID):\(line)" }

    @usableFromInline package static func == (a: SourceLocation, b: SourceLocation) -> Bool {
      a.line == b.line && a.column == b.column && a.filePath == b.filePath
    }

    @usableFromInline package func hash(into hasher: inout Hasher) {
      hasher.combine(filePath)
      hasher.combine(line)
      hasher.combine(column)
    }
  }
}
