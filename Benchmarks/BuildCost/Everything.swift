import Foundation
import World
import WorldLifetimes
import WorldSimulation

World.bootstrap { $0.use(TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 557_152_051))) }
let greeting = lifetime(.singleton) { "Hello at \(Current.date())" }
print(greeting(), Current.explain())
