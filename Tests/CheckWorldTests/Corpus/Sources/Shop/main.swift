// swift-format-ignore-file
import World

var hasFailed = false  // expect: none
let started = Current.date()  // expect: none
let wrong = Date()  // expect: direct-date
struct Holder { static var value = 1 }  // expect: mutable-static
withWorld(.mock) { shop() }  // expect: mock-in-program
try await withWorld(World.mock) { try await shop() }  // expect: mock-in-program
withWorld(.mock.with { $0.locale = { german } }) { shop() }  // expect: mock-in-program
withWorld(.mock.with { $0.use(simulation) }) { shop() }  // expect: none
withWorld(.mock.using(simulation)) { shop() }  // expect: none
Task { await withWorld(.mock) { await shop() } }  // expect: mock-in-program
if isDemo { withWorld(.mock) { shop() } }  // expect: mock-in-program
let title = withWorld(.mock) { shopTitle() }  // expect: none
print(withWorld(.mock) { shopTitle() })  // expect: none
func example() { withWorld(.mock) { shop() } }  // expect: none
Task.detached { print(Current.date()) }  // expect: none
