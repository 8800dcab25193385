/// Unicode's isolates: the direction of the text between them depends on that text alone, and doesn't affect the text around.
extension String {
  /// In the direction of its first strong letter.
  var isolated: String { "\u{2068}\(self)\u{2069}" }

  var isolatedRightToLeft: String { "\u{2067}\(self)\u{2069}" }
}
