// swift-format-ignore-file
import World

@main struct Shop {
  static func main() { withWorld(.mock) { sell() } }  // expect: mock-in-program
  static var preview: Cart { withWorld(.mock) { makeCart() } }  // expect: none
  static let cart = withWorld(.mock) { makeCart() }  // expect: none
}
func sell() { withWorld(.mock) { sellAgain() } }  // expect: none
