import World

extension World.Settings.Key where Value == Int {
  static var loanDays: Self { Self("loanDays", default: 28) }
}

extension World {
  var catalog: Catalog {
    get { self[Catalog.self] }
    set { self[Catalog.self] = newValue }
  }

  var shelf: Shelf {
    get { self[Shelf.self] }
    set { self[Shelf.self] = newValue }
  }
}
