import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension World {
  /// Builds everything that this world holds, and finds all that is wrong with it.
  ///
  /// ```swift
  /// let audit = await Current.audit(
  ///   Payments.self, Cart.self,
  ///   checks: World.Check("Payments.charge") { _ = try await Current.payments.charge(100) })
  /// print(audit)
  /// ```
  ///
  /// The built-in closures without arguments are called, and what they say is compared: so the audit draws a number
  /// and an identifier. Of analytics and settings it is looked whether they were assigned; nothing is tracked or read.
  ///
  /// Services are built for the audit alone, in this world: a `live` one anew, also where the process has built it
  /// before, so that each audit finds the same. The language doesn't list the types that conform to ``Service``: a
  /// service is looked at that was assigned, or is given here. Its closures are called by checks only.
  ///
  /// What would be reported otherwise is found, and fails no test. Services whose *mocks* need each other to be built
  /// end the process even here, with the path: there is nothing to hand out.
  ///
  /// **Thread-safety.** Call it from anywhere. Audits don't meet.
  ///
  /// **Cost.** That of building and using what it tries.
  ///
  /// - Parameters:
  ///   - services: Services that the program has.
  ///   - checks: Uses of closures that take arguments or build something.
  /// - Returns: A finding, or several, of each dependency, service and check. Nothing is thrown: it would be found.
  public func audit(_ services: any Service.Type..., checks: Check...) async -> Audit {
    let explanation = explain()
    let types = (services + self.services.assigned.map(\.type)).reduce(into: [:]) { types, type in
      types[ObjectIdentifier(type)] = type
    }
    var world = self
    world.services.buildForAudit()
    return await withWorld(world) { [world] in
      var findings: [Audit.Finding] = []
      for use in world.builtInUses {
        findings += await Audit.findings(use, else: explanation[use.name]?.origin)
      }
      for type in types.values.sorted(by: { serviceName($0) < serviceName($1) }) {
        let build = Check(serviceName(type)) { world.build(type) }
        let origin =
          explanation[build.name]?.origin ?? Origin(kind: self.services.kind == .live ? .live : .mock)
        findings += await Audit.findings(build, else: origin)
      }
      for check in checks { findings += await Audit.findings(check, else: nil) }
      return Audit(findings: findings.withoutRepeatedProblems)
    }
  }

  private func build<S: Service>(_ type: S.Type) { _ = self[type] }

  /// What can be tried of the built-in dependencies without doing anything.
  private var builtInUses: [Check] {
    [
      Check("date") { _ = date() },
      Check("timezone") { _ = timezone() },
      Check("locale") { _ = locale() },
      Check("calendar") {
        let calendar = calendar().timeZone
        // Of a calendar that follows, this is the same question as above.
        let isIncoherent = explicitCalendar() != nil && calendar != timezone()
        if isIncoherent {
          throw Contradiction(calendar: calendar.identifier, timezone: timezone().identifier)
        }
      },
      Check("uuid") { _ = uuid() },
      Check("random") { _ = random.next() },
      Check("sleep") {
        // In a task that was cancelled it is right to throw.
        do { try await sleep(.zero) } catch { if !Task.isCancelled { throw error } }
      },
      Check("analytics") {
        if Bits(of: analytics) == Bits(of: Analytics.unassigned) {
          throw Unassigned("a sink", "analytics")
        }
      },
      Check("settings") {
        if Bits(of: settings) == Bits(of: Settings.unassigned) {
          throw Unassigned("a store", "settings")
        }
      },
    ]
  }
}

/// A built-in dependency for which a live world has nothing.
private struct Unassigned: Error {
  var what: String
  var name: String

  init(_ what: String, _ name: String) {
    self.what = what
    self.name = name
  }
}

/// The calendar is in another zone than the world.
private struct Contradiction: Error {
  var calendar: String
  var timezone: String
}

extension World.Audit {
  /// What trying a use shows: each thing that is wrong; if nothing is, what the dependency is.
  fileprivate static func findings(_ use: World.Check, else origin: World.Origin?) async -> [Finding] {
    let (issues, error) = await IssueReporter.collect(use.use)
    var problems = issues.map { issue in
      Finding(
        name: use.name, state: State(issue.kind), detail: issue.summary,
        fix: issue.fixes.isEmpty ? nil : issue.fixes.joined(separator: ", or "))
    }
    // A closure that reported that it is unimplemented throws the same.
    if let error, !(error is Unimplemented && !problems.isEmpty) { problems.append(finding(use.name, error)) }
    if !problems.isEmpty { return problems }
    return [Finding(name: use.name, state: State(origin?.kind), detail: origin?.description ?? "works")]
  }

  private static func finding(_ name: String, _ error: any Error) -> Finding {
    switch error {
    case let error as Unassigned:
      Finding(
        name: name, state: .unassigned, detail: "a live world has no \(error.name)",
        fix: "assign \(error.what) at launch: World.bootstrap { $0.\(error.name) = … }")
    case let error as Contradiction:
      Finding(
        name: name, state: .incoherent,
        detail: "it is in \(error.calendar), and the world in \(error.timezone)",
        fix: "leave the calendar out, so that it follows the world, or set its timeZone")
    case let error as any ClassifiedError:
      Finding(name: name, state: State(error.kind), detail: error.detail, fix: error.fix)
    default:
      Finding(
        name: name, state: .throws, detail: "\(error)", fix: "mend what it needs, or assign another one")
    }
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

  /// Of what works.
  fileprivate init(_ origin: World.Origin.Kind?) {
    self =
      switch origin {
      case .live, .derived: .live
      case .mock: .mock
      case .standIn: .unassigned
      default: .assigned
      }
  }
}

extension [World.Audit.Finding] {
  /// A closure that calls a faulty one shows the same fault again.
  fileprivate var withoutRepeatedProblems: [Element] {
    var seen: Set<String> = []
    return filter { !$0.isProblem || seen.insert("\($0.state.rawValue) \($0.detail)").inserted }
  }
}
