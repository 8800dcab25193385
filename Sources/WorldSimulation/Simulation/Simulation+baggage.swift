import World

extension Simulation {
  /// A `baggage` header's value with which a request lives in the same world at the service that it goes to.
  ///
  /// ```swift
  /// request.headers["baggage"] = try Current.simulation.baggage(addingTo: incoming.headers["baggage"] ?? "")
  /// ```
  ///
  /// The service must allow it: see ``read(headers:timezone:now:ifAllowed:)``.
  ///
  /// - Parameter baggage: What else the request is to carry. Members of others stay as they are, in their order.
  ///   World's are replaced, and those of parts that aren't simulated are taken out.
  /// - Throws: ``ReadingError``, if the header would have more than the standard's 8192 bytes or 180 members.
  public func baggage(addingTo baggage: String = "") throws(ReadingError) -> String {
    var result = Baggage(baggage)
    result.replace(with: texts)
    // What others put in isn't ours to refuse.
    if !isEmpty, let excess = result.excess { throw ReadingError(.header, excess) }
    return result.text
  }
}
