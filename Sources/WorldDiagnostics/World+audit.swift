import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// Builds what this world contains, and returns what is wrong with it.
  ///
  /// ```swift
  /// let audit = await Current.audit(
  ///   Payments.self, Cart.self,
  ///   checks: World.Audit.Check("Payments.charge") { _ = try await Current.payments.charge(100) })
  /// print(audit)
  /// ```
  ///
  /// The built-in closures without arguments are called, and their results are compared. That changes nothing: time
  /// machines, seeded random numbers and counting identifiers don't move during an audit; only state of your own
  /// closures does. Analytics and settings aren't used; the audit checks that they were assigned.
  ///
  /// Services are built for the audit alone, in this world, a `live` one again even if the process has built it before;
  /// so each audit has the same results. The language has no list of the types that conform to `World.Service`: the
  /// audit looks at the services that were assigned, and those that you list. Only checks call their closures.
  ///
  /// Issues become results, and fail no test. Services whose *mocks* need each other to be built end the process, with
  /// the path, since there is no value to return.
  ///
  /// **Thread-safety.** Call it from anywhere. Audits don't affect each other.
  ///
  /// **Cost.** That of building and using what it tries.
  ///
  /// - Parameters:
  ///   - services: Services of the program.
  ///   - checks: Uses of closures that take arguments or build something.
  /// - Returns: One result, or several, for each dependency, service and check.
  public func audit(_ services: any Service.Type..., checks: Audit.Check...) async -> Audit {
    let explanation = explain()
    let types = (services + self.services.assignedTypes).reduce(into: [:]) { $0[ObjectIdentifier($1)] = $1 }
    var world = self
    world.services = world.services.preparedForAudit()
    return await withWorld(world) { [world] in
      var results: [Audit.Result] = []
      for use in world.builtInUses(explanation) {
        results += await Audit.results(of: use, else: explanation[use.name]?.origin)
      }
      for type in types.values.sorted(by: { serviceName($0) < serviceName($1) }) {
        let build = Audit.Check(serviceName(type)) { world.build(type) }
        let origin = explanation[build.name]?.origin ?? .init(kind: self.services.isLive ? .live : .mock)
        results += await Audit.results(of: build, else: origin)
      }
      for check in checks { results += await Audit.results(of: check, else: nil) }
      return Audit(results: results.withoutRepeatedProblems)
    }
  }

  private func build<S: Service>(_ type: S.Type) { _ = self[type] }

  /// The uses of built-in dependencies that change nothing.
  private func builtInUses(_ explanation: Explanation) -> [Audit.Check] {
    [
      Audit.Check("date") { _ = date() },
      Audit.Check("timezone") { _ = timezone() },
      Audit.Check("locale") { _ = locale() },
      Audit.Check("calendar") {
        let calendar = calendar().timeZone
        let timezone = timezone()
        // A calendar that isn't set explicitly follows the world.
        guard explicitCalendar() != nil, !calendar.isSameZone(as: timezone) else { return }
        throw Problem(
          kind: .other, detail: "it is in \(calendar.identifier), and the world in \(timezone.identifier)",
          fix: "leave the calendar out, so that it follows the world, or set its timeZone")
      },
      Audit.Check("uuid") { _ = uuid() },
      Audit.Check("random") { _ = random.next() },
      Audit.Check("sleep") {
        // In a cancelled task it is right to throw.
        do { try await sleep(.zero) } catch { if !Task.isCancelled { throw error } }
      },
      Audit.Check("analytics") {
        if explanation["analytics"]?.origin.kind == .live { throw Problem(unassigned: "a sink", "analytics") }
      },
      Audit.Check("settings") {
        if explanation["settings"]?.origin.kind == .live { throw Problem(unassigned: "a store", "settings") }
      },
    ]
  }
}

extension TimeZone {
  /// Foundation names UTC in two ways.
  fileprivate func isSameZone(as other: TimeZone) -> Bool {
    let utc: Set = ["GMT", "UTC"]
    return identifier == other.identifier || utc.isSuperset(of: [identifier, other.identifier])
  }
}

/// What is wrong with a built-in dependency.
private struct Problem: ClassifiedError {
  var kind: World.Issue.Kind
  var detail: String
  var fix: String
}

extension Problem {
  /// A live world has no such dependency until one is assigned.
  init(unassigned what: String, _ name: String) {
    self.init(
      kind: .unassigned, detail: "a live world has no \(name)",
      fix: "assign \(what) at launch: World.bootstrap { $0.\(name) = … }")
  }
}

extension World.Audit {
  /// The results of trying a use: everything that is wrong; if nothing is, what the dependency is.
  fileprivate static func results(
    of use: Check, else origin: World.Explanation.Origin?
  ) async -> [Result] {
    let (issues, error) = await IssueReporter.collect(use.use)
    var problems = issues.map { issue in
      Result(
        name: use.name, state: State(issue.kind), detail: issue.summary,
        fix: issue.fixes.isEmpty ? nil : issue.fixes.joined(separator: ", or "))
    }
    switch error {
    // A closure that reported that it is unimplemented throws the same.
    case is Unimplemented where !problems.isEmpty: break
    case nil: break
    case let error as any ClassifiedError:
      problems.append(Result(name: use.name, state: State(error.kind), detail: error.detail, fix: error.fix))
    case let error?:
      problems.append(
        Result(
          name: use.name, state: .throws, detail: "\(error)",
          fix: "provide what it needs, or assign another one"))
    }
    if !problems.isEmpty { return problems }
    let state = State(origin?.kind)
    // Kind and state often have one name.
    let detail = origin.map { $0.detail == nil && $0.kind.rawValue == state.rawValue ? "" : "\($0)" } ?? ""
    return [Result(name: use.name, state: state, detail: detail)]
  }
}

extension World.Audit.State {
  fileprivate init(_ kind: World.Issue.Kind) {
    self =
      switch kind {
      case .unassigned: .unassigned
      case .unimplemented: .unimplemented
      case .cyclic: .cyclic
      case .other: .incoherent
      }
  }

  /// The state of what works.
  fileprivate init(_ origin: World.Explanation.Origin.Kind?) {
    self =
      switch origin {
      case .live, .derived: .live
      case .mock: .mock
      case .fallback: .unassigned
      default: .assigned
      }
  }
}

extension [World.Audit.Result] {
  /// A closure that calls a faulty one shows the same fault again.
  fileprivate var withoutRepeatedProblems: [Element] {
    var seen: Set<String> = []
    return filter { !$0.isProblem || seen.insert("\($0.state.rawValue) \($0.detail)").inserted }
  }
}
