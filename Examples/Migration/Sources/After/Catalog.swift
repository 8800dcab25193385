import Foundation
import World

struct Book: Equatable {
  var isbn: String
  var title: String
}

/// The books that the library has.
struct Catalog: World.LiveService {
  struct UnknownBook: Error, Equatable {
    var isbn: String
  }

  var book: @Sendable (_ isbn: String) throws -> Book

  static var live: Catalog {
    Catalog(book: { isbn in
      // Stands for a request to a server.
      guard let title = ["9780141036144": "1984", "9780141439518": "Pride and Prejudice"][isbn] else {
        throw UnknownBook(isbn: isbn)
      }
      return Book(isbn: isbn, title: title)
    })
  }

  static var mock: Catalog { Catalog(book: { Book(isbn: $0, title: "Book \($0)") }) }
}
