// SPDX-License-Identifier: MIT

/// Sorts elements by name. One function for all, so that sorting is compiled once.
func inOrder<Element>(_ elements: [Element], of name: (Element) -> String) -> [Element] {
  places(inOrder: elements.map(name)).map { elements[$0] }
}

/// Sorts names.
func inOrder(_ names: [String]) -> [String] { places(inOrder: names).map { names[$0] } }

private func places(inOrder names: [String]) -> [Int] { names.indices.sorted { names[$0] < names[$1] } }
