// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// Builds and tries the dependencies of this world, and returns their states and problems.
  ///
  /// ```swift
  /// let audit = await Current.audit(
  ///   Payments.self, Cart.self,
  ///   checks: World.Audit.Check("Payments.charge") { _ = try await Current.payments.charge(100) })
  /// print(audit)
  /// ```
  ///
  /// Calls the built-in closures without arguments, and compares their results. Time machines, seeded random numbers and counting
  /// identifiers don't change during an audit. Analytics and settings aren't used; the audit checks that they were assigned.
  ///
  /// Services are built for the audit alone, in this world, so each audit has the same results. Swift can't list the types that
  /// conform to `World.Service`: the audit includes the services that were assigned, and those that you list. Only checks call
  /// their closures.
  ///
  /// Issues become results, and don't fail a test. If *mocks* need each other to be built, the process ends with a message that
  /// names them.
  ///
  /// **Thread-safety.** Call it from anywhere. Audits don't affect each other.
  ///
  /// **Cost.** Building and using the dependencies.
  ///
  /// - Parameters:
  ///   - services: Services of the program.
  ///   - checks: Uses of closures that take arguments or build something.
  /// - Returns: One result, or several, for each dependency, service and check.
  public func audit(_ services: any Service.Type..., checks: Audit.Check...) async -> Audit {
    var world = self
    // Builds services again, for this audit alone.
    world.serviceStore = ServiceStore(isLive: serviceStore.isLive)
    let uses = world.uses(explain(), serviceOrigins, services, checks)
    return await withWorld(world) {
      var results: [Audit.Result] = []
      for (check, origin, state, isMissing) in uses {
        let (issues, error) = await IssueReporter.collect(check.use)
        Audit.add(to: &results, check.name, origin, state, isMissing, issues, error)
      }
      return Audit(results: results)
    }
  }

  /// The uses to try, in the order of the results. Each has an origin, its state if it works, and whether it is a service with
  /// neither an assigned nor a live value.
  private func uses(
    _ explanation: Explanation, _ origins: [(type: any Service.Type, origin: Explanation.Origin)],
    _ services: [any Service.Type], _ checks: [Audit.Check]
  ) -> [(check: Audit.Check, origin: Explanation.Origin?, state: Audit.State, isMissing: Bool)] {
    let names = [
      "date", "timezone", "locale", "calendar", "uuid", "random", "sleep", "analytics", "settings",
    ]
    // The calendar is derived from both. If they have the same state, so does it.
    let sources = ["timezone", "locale"].map { Audit.State(explanation[$0]?.origin.kind) }
    let derived = sources[0] == sources[1] ? sources[0] : .assigned
    let builtIns = names.map { name in
      let origin = explanation[name]?.origin
      let check = Audit.Check(name) {
        try await use(builtIn: name, isUnassigned: origin?.kind == .unassigned)
      }
      return (check, origin, origin?.kind == .derived ? derived : Audit.State(origin?.kind), false)
    }
    let assigned = assignedServices
    var types: [any Service.Type] = []
    for type in services + assigned where !types.contains(where: { $0 == type }) { types.append(type) }
    let nameOf = serviceNames(types)
    let modules = types.map { type in
      let origin =
        origins.first { $0.type == type }?.origin ?? .init(kind: serviceStore.isLive ? .live : .mock)
      let isMissing =
        serviceStore.isLive && !assigned.contains { $0 == type } && !(type is any World.LiveService.Type)
      let check = Audit.Check(nameOf(type)) { build(type) }
      return (check, Optional(origin), Audit.State(origin.kind), isMissing)
    }
    return builtIns + inOrder(modules) { $0.0.name } + checks.map { ($0, nil, Audit.State(nil), false) }
  }

  private func build<S: Service>(_ type: S.Type) { _ = self[type] }

  /// Uses a built-in dependency in a way that changes nothing.
  private func use(builtIn name: String, isUnassigned: Bool) async throws {
    switch name {
    case "date": _ = date()
    case "timezone": _ = timezone()
    case "locale": _ = locale()
    case "calendar": try checkCalendar()
    case "uuid": _ = uuid()
    case "random": _ = random.next()
    case "sleep":
      // A cancelled task may throw.
      do { try await sleep(.zero) } catch { if !Task.isCancelled { throw error } }
    // A live world has no sink and no store until one is assigned.
    default:
      guard isUnassigned else { return }
      throw Problem(
        kind: .unassigned, detail: "a live world has no \(name)",
        fix: "assign a \(name == "settings" ? "store" : "sink") at launch: World.bootstrap { $0.\(name) = … }"
      )
    }
  }

  private func checkCalendar() throws {
    let calendar = calendar().timeZone
    let timezone = timezone()
    // A calendar that isn't set explicitly follows the world.
    guard !isCalendarDerived, !calendar.isSameZone(as: timezone) else { return }
    throw Problem(
      kind: .other, detail: "it is in \(calendar.identifier), and the world in \(timezone.identifier)",
      fix: "leave the calendar out, so that it follows the world, or set its timeZone")
  }
}

extension TimeZone {
  /// Whether both have the same offset in each month of 40 years. Foundation doesn't know that `Asia/Calcutta` and `Asia/Kolkata`
  /// are one zone.
  package func isSameZone(as other: TimeZone) -> Bool {
    if identifier == other.identifier { return true }
    return (0..<480).allSatisfy { month in
      let date = Date(timeIntervalSince1970: Double(month) * 30.4375 * 86_400 + 7e8)
      return secondsFromGMT(for: date) == other.secondsFromGMT(for: date)
    }
  }
}

/// A problem of a built-in dependency.
private struct Problem: ClassifiedError {
  var kind: World.Issue.Kind
  var detail: String
  var fix: String
}

extension World.Audit {
  /// Adds the problems of a use, or the state of the dependency if there are none.
  fileprivate static func add(
    to results: inout [Result], _ name: String, _ origin: World.Explanation.Origin?, _ state: State,
    _ isMissing: Bool, _ issues: [World.Issue], _ error: (any Error)?
  ) {
    var isFaulty = false
    func addProblem(_ state: State, _ detail: String, fix: String?) {
      isFaulty = true
      // A closure that calls a faulty one repeats its issue. Several missing services may have the same short name, so their
      // texts may be equal.
      if !isMissing, results.contains(where: { $0.state == state && $0.detail == detail }) { return }
      results.append(Result(name: name, state: state, detail: detail, fix: fix))
    }
    for issue in issues {
      addProblem(
        State(issue.kind), issue.summary,
        fix: issue.fixes.isEmpty ? nil : issue.fixes.joined(separator: ", or "))
    }
    if isFaulty, error is Unimplemented {
      // An unimplemented closure reports and throws the same problem.
    } else if let error = error as? any ClassifiedError {
      addProblem(State(error.kind), error.detail, fix: error.fix)
    } else if let error {
      addProblem(.failing, "\(error)", fix: "provide what it needs, or assign another one")
    }
    if isFaulty { return }
    var detail = ""
    // Kind and state often have one name.
    if let origin, origin.detail != nil || origin.kind.rawValue != state.rawValue {
      detail = origin.description
    }
    results.append(Result(name: name, state: state, detail: detail))
  }
}

extension World.Audit.State {
  fileprivate init(_ kind: World.Issue.Kind) {
    self =
      switch kind {
      case .unassigned: .unassigned
      case .unimplemented: .unimplemented
      case .cyclic: .cyclic
      case .lost, .other: .incoherent
      }
  }

  /// The state of a dependency that works. Fallbacks and unassigned dependencies never do.
  fileprivate init(_ origin: World.Explanation.Origin.Kind?) {
    self =
      switch origin {
      case .live: .live
      case .mock: .mock
      default: .assigned
      }
  }
}
