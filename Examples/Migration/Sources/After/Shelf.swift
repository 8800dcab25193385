import Foundation
import Synchronization
import World

struct Loan: Equatable {
  var id: UUID
  var book: Book
  var due: Date
}

/// The loans of the user, in a file.
struct Shelf: World.LiveService {
  var load: @Sendable () -> [Loan]
  var save: @Sendable ([Loan]) -> Void

  static var live: Shelf { LoanFile.shared.shelf }
  static var mock: Shelf { LoanFile().shelf }
}

/// Stands for a file.
final class LoanFile: Sendable {
  static let shared = LoanFile()
  private let loans = Mutex<[Loan]>([])

  var shelf: Shelf {
    Shelf(load: { self.loans.withLock { $0 } }, save: { new in self.loans.withLock { $0 = new } })
  }
}
