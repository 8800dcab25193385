extension Substring {
  /// Without white space at its ends.
  var trimmed: String {
    let head = drop(while: \.isWhitespace)
    return head.lastIndex { !$0.isWhitespace }.map { String(head[...$0]) } ?? ""
  }
}
