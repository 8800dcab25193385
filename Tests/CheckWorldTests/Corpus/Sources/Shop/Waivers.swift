// swift-format-ignore-file
import Foundation

let measured = Date()  // check-world: allow it measures the machine itself // expect: none
// check-world: allow the suite says which defaults are meant
let suite = UserDefaults(suiteName: "suite")  // expect: none
// expect next: waiver-without-reason
// check-world: allow
let unexplained = UUID()  // expect: direct-uuid
// check-world: alow it // expect: unknown-waiver
let misspelt = UUID()  // expect: direct-uuid
// check-world: allow there is nothing here // expect: stale-waiver
let plain = 1  // expect: none
