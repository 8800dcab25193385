// swift-format-ignore-file
import World

var hasFailed = false  // expect: none
let started = Current.date()  // expect: none
let wrong = Date()  // expect: direct-date
struct Holder { static var value = 1 }  // expect: mutable-static
