import World
import WorldSimulation

/// Reads each line of input as an argument.
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

/// Reads each line of input as the value of an environment variable.
func fuzzEnvironment(_ input: String) {
  let names = ["LOCALE", "TIMEZONE", "CALENDAR", "DATE", "CLOCK", "SEED"].map { "WORLD_" + $0 }
  let values = input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let environment = Dictionary(zip(names, values)) { first, _ in first }
  do throws(World.Simulation.ReadingError) {
    Properties.check(try Properties.read([], environment).simulation)
  } catch {
    guard case .variable(let name) = error.source else { fatalError("\(error)") }
    Properties.check(error) { suggestion throws(World.Simulation.ReadingError) in
      // Without the other variables, except the time zone of a date.
      let zone = name == "WORLD_DATE" ? environment["WORLD_TIMEZONE"] : nil
      _ = try Properties.read([], ["WORLD_TIMEZONE": zone ?? ""].merging([name: suggestion]) { $1 })
    }
  }
}

/// Reads the first character as the choice of a time zone, and the rest as a date.
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

/// Reads the input as a baggage header.
func fuzzBaggage(_ input: String) {
  do throws(World.Simulation.ReadingError) {
    let simulation = try Properties.read(baggage: input)
    Properties.check(simulation)
    let passedOn = try simulation.baggage(addingTo: input)
    Properties.holds(try Properties.read(baggage: passedOn) == simulation, "passed on: \(passedOn)")
    // The members of others don't change when World's are added or removed.
    let others = try World.Simulation().baggage(addingTo: input)
    Properties.holds(try World.Simulation().baggage(addingTo: passedOn) == others, "others: \(others)")
  } catch {
    Properties.check(error)
  }
}
