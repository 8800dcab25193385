/// The guests of a day, each of whom is greeted once.
public actor GuestBook {
  /// The names, in the order in which the guests arrived.
  public private(set) var names: [String] = []

  private let greet: @Sendable (_ name: String) async -> Void

  /// An empty book, with a function that greets a guest.
  public init(greet: @escaping @Sendable (_ name: String) async -> Void) { self.greet = greet }

  /// Greets a guest, unless the name is in the book.
  public func enter(_ name: String) async {
    guard !names.contains(name) else { return }
    await greet(name)
    names.append(name)
  }
}
