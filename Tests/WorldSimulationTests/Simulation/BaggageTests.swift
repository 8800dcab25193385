import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@testable import WorldSimulation

@Suite(.world(.mock))
struct BaggageTests {
  private func read(_ baggage: String...) throws -> World.Simulation {
    let headers = baggage.map { (key: "baggage", value: $0) }
    return try World.Simulation.read(headers: headers, timezone: .gmt, now: readingTime) { _ in true }
  }

  @Test(arguments: [
    "world.locale=fr_FR,world.seed=7",
    "world.locale = fr_FR , \tworld.seed = 7\t",
    "world.seed=7;secret;level=1,user=alice,world.locale=fr%5FFR",
    ",,world.locale=fr_FR,,world.seed=%37,",
    "a=b,world.locale=fr_FR;p=q,c=%E4%BD%A0;world.seed=1,world.seed=7",
  ])
  func readsItsMembers(baggage: String) throws {
    #expect(try read(baggage) == World.Simulation(locale: Locale(identifier: "fr_FR"), seed: 7))
  }

  @Test func severalHeadersAreOne() throws {
    #expect(try read("world.locale=fr_FR", "a=b", "world.seed=7").description == "--locale fr_FR --seed 7")
    let headers: KeyValuePairs = ["Baggage": "world.seed=7", "BAGGAGE": "world.locale=fr_FR"]
    #expect(
      try World.Simulation.read(headers: headers) { _ in true }.description == "--locale fr_FR --seed 7")
  }

  @Test(arguments: [
    "", "a=b", "world=1", "world.=1", "world.colour=red", "World.Seed=1", "world.seed", "=", ",;,",
  ])
  func whatIsNotItsOwnIsNotRead(baggage: String) throws {
    let simulation = try World.Simulation.read(headers: ["baggage": baggage]) { _ in
      Issue.record("Nothing is to be allowed")
      return false
    }
    #expect(simulation.isEmpty)
  }

  @Test func checkGetsTheOtherHeaders() throws {
    let headers: KeyValuePairs = [
      "X-Token": "secret", "baggage": "world.seed=7", "Accept": "a", "accept": "b", "Baggage": "x=y",
    ]
    let simulation = try World.Simulation.read(headers: headers) { headers in
      headers == ["x-token": "secret", "accept": "a, b"]
    }
    #expect(simulation == World.Simulation(seed: 7))
  }

  @Test(arguments: ["world.seed=7", "a=b,world.seed=nonsense", "world.seed="])
  func withoutAYesItIsRefused(baggage: String) {
    let error = #expect(throws: World.Simulation.ReadingError.self) {
      try World.Simulation.read(headers: ["baggage": baggage]) { _ in false }
    }
    #expect(error?.kind == .notAllowed)
    #expect(
      error?.description == "baggage asks for a simulation, which this server doesn't allow for this request")
  }

  @Test(arguments: [
    (
      "world.timezone=Asia%2FTokio",
      #"baggage: world.timezone: "Asia/Tokio" is not a known time zone; did you mean Asia/Tokyo?"#
    ),
    ("world.seed=%FF", "baggage: world.seed: \"\u{FFFD}\" is not a whole number"),
    ("world.seed=1%", "baggage: world.seed: \"1%\" is not a whole number"),
    ("world.seed=+1", "baggage: world.seed: \"+1\" is not a whole number"),
    ("world.seed=", "baggage: world.seed needs a value, such as world.seed=42"),
    ("world.seed=;p=1", "baggage: world.seed needs a value"),
    ("world.seed=1,world.seed=2", #"baggage: world.seed was given twice, as "1" and "2""#),
    ("world.date=%0A", #"baggage: world.date: "\n" is not an ISO 8601 date"#),
  ])
  func errorNamesMemberAndValue(baggage: String, message: String) throws {
    let error = #expect(throws: World.Simulation.ReadingError.self) { try read(baggage) }
    #expect(error?.kind == .invalid)
    #expect(try #require(error).description.hasPrefix(message))
  }

  @Test func writesItsMembersAfterTheOthers() throws {
    let simulation = World.Simulation(locale: Locale(identifier: "fr_FR"), seed: 7)
    #expect(try simulation.baggage() == "world.locale=fr_FR,world.seed=7")
    #expect(
      try simulation.baggage(addingTo: "b=1;p, a = 2 ,world.seed=1,bad,b=3")
        == "b=1;p, a = 2 ,bad,b=3,world.locale=fr_FR,world.seed=7")
    #expect(try World.Simulation().baggage(addingTo: "b=1,world.seed=1 , a=2") == "b=1, a=2")
  }

  @Test func whatIsWrittenIsReadBack() throws {
    for simulation in [World.Simulation(), try .full(), World.Simulation(date: .frozen(at: readingTime))] {
      #expect(try read(simulation.baggage(addingTo: "a=b,world.seed=1")) == simulation)
    }
  }

  @Test(arguments: [
    ("fr_FR", "fr_FR"), ("a b", "a%20b"), (#"",;\%"#, "%22%2C%3B%5C%25"), ("=+@:/", "=+@:/"), ("é", "%C3%A9"),
    ("\u{7F}\t", "%7F%09"),
  ])
  func percentEncodes(text: String, encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }

  /// The limits of the standard: 8192 bytes and 180 members.
  @Test func whatServicesMayNotPassOnIsRefused() throws {
    let simulation = World.Simulation(seed: 7)  // 12 bytes and a comma
    let most = "a=" + String(repeating: "x", count: 8192 - 13 - 2)
    #expect(try simulation.baggage(addingTo: most).utf8.count == 8192)
    #expect(try read(simulation.baggage(addingTo: most)) == simulation)
    let tooLong = #expect(throws: World.Simulation.ReadingError.self) {
      try simulation.baggage(addingTo: most + "x")
    }
    #expect(
      tooLong?.description == "baggage has 8193 bytes; 8192 are the most that every service passes on")
    #expect(throws: try #require(tooLong)) { try read(most + "x,world.seed=7") }

    let many = [String](repeating: "a=b", count: 179).joined(separator: ",")
    #expect(try read(simulation.baggage(addingTo: many)) == simulation)
    let tooMany = #expect(throws: World.Simulation.ReadingError.self) {
      try simulation.baggage(addingTo: many + ",a=b")
    }
    #expect(tooMany?.description == "baggage has 181 members; 180 are the most that every service passes on")
    #expect(throws: try #require(tooMany)) { try read(many + ",a=b,world.seed=7") }
  }

  @Test func membersOfOthersAreNotRefused() throws {
    let long = "a=" + String(repeating: "x", count: 10_000)
    #expect(try World.Simulation().baggage(addingTo: long) == long)
    #expect(try read(long).isEmpty)
  }

  @Test func aWorldCarriesTheOtherMembersToOutgoingCalls() throws {
    let headers: KeyValuePairs = [
      "baggage": "user=alice;vip,world.seed=7", "Baggage": "trace = 1", "accept": "*/*",
    ]
    let world = try Current.using(headers: headers) { $0["accept"] == "*/*" }
    #expect(world.simulation == World.Simulation(seed: 7))
    #expect(try world.baggage() == "user=alice;vip,trace = 1,world.seed=7")
    #expect(try world.using(World.Simulation(seed: 8)).baggage() == "user=alice;vip,trace = 1,world.seed=8")
    #expect(try Current.baggage() == "")
  }

  @Test func theNextRequestDoesNotGetTheMembersOfThisOne() throws {
    let first = try Current.using(headers: ["baggage": "user=alice"]) { _ in true }
    #expect(try first.baggage() == "user=alice")
    #expect(try first.using(headers: ["accept": "*/*"]) { _ in true }.baggage() == "")
  }

  @Test func aRequestThatIsNotAllowedHasNoWorld() {
    let error = #expect(throws: World.Simulation.ReadingError.self) {
      try Current.using(headers: ["baggage": "world.seed=7"]) { _ in false }
    }
    #expect(error?.kind == .notAllowed)
  }

  @Test func aHeaderThatComesAgainMeansTheSame() throws {
    let baggage = "user=ada,world.locale=fr_FR,world.seed=77"
    for _ in 0..<2 {
      let world = try Current.using(headers: ["baggage": baggage]) { _ in true }
      #expect(world.simulation == World.Simulation(locale: Locale(identifier: "fr_FR"), seed: 77))
      #expect(try world.baggage() == "user=ada,world.locale=fr_FR,world.seed=77")
      #expect(throws: World.Simulation.ReadingError.self) {
        try World.Simulation.read(headers: ["baggage": baggage]) { _ in false }
      }
    }
  }

  @Test func aHeaderWithADateIsReadAnewEachTime() throws {
    let headers = [(key: "baggage", value: "world.date=now%2B1d,world.seed=78")]
    let dates = try [0, 60].map { seconds in
      let now = readingTime.addingTimeInterval(seconds)
      return try #require(
        World.Simulation.read(headers: headers, timezone: .gmt, now: now) { _ in true }.date?.date)
    }
    #expect(dates[1].timeIntervalSince(dates[0]) == 60)
  }

  @Test func manyHeadersAreReadRight() throws {
    for seed in 0..<200 as Range<UInt64> {
      #expect(try read("world.seed=\(seed)") == World.Simulation(seed: seed))
    }
    #expect(try read("world.seed=0") == World.Simulation(seed: 0))
  }
}
