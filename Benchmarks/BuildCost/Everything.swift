import Foundation
import World
import WorldDiagnostics
import WorldLive
import WorldSimulation

World.bootstrap { $0.use(TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 557_152_051))) }
let greeting = lifetime(.singleton) { "Hello at \(Current.date())" }
print(greeting(), Current.explain())
