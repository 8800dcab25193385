import Foundation

struct Book: Equatable {
  var isbn: String
  var title: String
}

/// The books that the library has.
struct Catalog {
  struct UnknownBook: Error, Equatable {
    var isbn: String
  }

  var book: (_ isbn: String) throws -> Book = { isbn in
    // Stands for a request to a server.
    guard let title = ["9780141036144": "1984", "9780141439518": "Pride and Prejudice"][isbn] else {
      throw UnknownBook(isbn: isbn)
    }
    return Book(isbn: isbn, title: title)
  }
}
