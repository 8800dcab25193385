import Foundation

struct Loan: Equatable {
  var id: UUID
  var book: Book
  var due: Date
}

/// The loans of the user, in a file.
struct Shelf {
  var load: () -> [Loan] = { LoanFile.shared.loans }
  var save: ([Loan]) -> Void = { LoanFile.shared.loans = $0 }
}

/// Stands for a file.
final class LoanFile {
  static let shared = LoanFile()
  var loans: [Loan] = []
}
