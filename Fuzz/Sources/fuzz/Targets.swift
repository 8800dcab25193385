import World
import WorldSimulation

/// A line of input is an argument.
func fuzzFlags(_ input: String) {
  let arguments = input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  do throws(World.Simulation.ReadingError) {
    let (simulation, rest) = try Properties.read(arguments)
    Properties.check(simulation)
    let again = try Properties.read(rest)
    Properties.holds(again.simulation.isEmpty && again.arguments == rest, "rest: \(rest)")
  } catch {
    Properties.check(error)
  }
}

/// A line of input is the value of a variable.
func fuzzEnvironment(_ input: String) {
  let names = ["LOCALE", "TIMEZONE", "CALENDAR", "DATE", "CLOCK", "SEED"].map { "WORLD_" + $0 }
  let values = input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let environment = Dictionary(zip(names, values)) { first, _ in first }
  do throws(World.Simulation.ReadingError) {
    Properties.check(try Properties.read([], environment).simulation)
  } catch {
    guard case .variable(let name) = error.source else { fatalError("\(error)") }
    Properties.check(error) { suggestion throws(World.Simulation.ReadingError) in
      // Alone, but for the zone that a date is read in.
      let zone = name == "WORLD_DATE" ? environment["WORLD_TIMEZONE"] : nil
      _ = try Properties.read([], ["WORLD_TIMEZONE": zone ?? ""].merging([name: suggestion]) { $1 })
    }
  }
}

/// The first character chooses a zone, the rest is a date.
func fuzzDates(_ input: String) {
  let zones = [
    "UTC", "Asia/Tokyo", "America/New_York", "Pacific/Apia", "America/Sao_Paulo", "Australia/Lord_Howe",
    "Asia/Kathmandu", "Pacific/Kiritimati", "GMT-1800",
  ]
  guard let first = input.unicodeScalars.first else { return }
  let text = String(String.UnicodeScalarView(input.unicodeScalars.dropFirst()))
  let zone = "--timezone=" + zones[Int(first.value) % zones.count]
  do throws(World.Simulation.ReadingError) {
    Properties.check(try Properties.read([zone, "--date=" + text]).simulation)
  } catch {
    Properties.check(error) { suggestion throws(World.Simulation.ReadingError) in
      _ = try Properties.read([zone, "--date=" + suggestion])
    }
  }
}

/// The input is a header.
func fuzzBaggage(_ input: String) {
  do throws(World.Simulation.ReadingError) {
    let simulation = try Properties.read(baggage: input)
    Properties.check(simulation)
    let passedOn = try simulation.baggage(addingTo: input)
    Properties.holds(try Properties.read(baggage: passedOn) == simulation, "passed on: \(passedOn)")
    // Without World's members, the others are as they were, and stay so.
    let others = try World.Simulation().baggage(addingTo: input)
    Properties.holds(try World.Simulation().baggage(addingTo: passedOn) == others, "others: \(others)")
  } catch {
    Properties.check(error)
  }
}
