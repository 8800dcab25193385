/// Elements in the order of their names. One function sorts whatever has names, so that it is compiled once.
func inOrder<Element>(_ elements: [Element], of name: (Element) -> String) -> [Element] {
  places(inOrder: elements.map(name)).map { elements[$0] }
}

/// Names in their order.
func inOrder(_ names: [String]) -> [String] { places(inOrder: names).map { names[$0] } }

private func places(inOrder names: [String]) -> [Int] { names.indices.sorted { names[$0] < names[$1] } }
