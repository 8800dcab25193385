// swift-format-ignore-file
import World

enum CartFactory {
  static let start = Date()  // expect: direct-date
  static var last: Cart?  // expect: mutable-static

  static func build(at date: Date = Current.date()) -> Cart {  // expect: none
    let now = Date()  // expect: direct-date
    let id = UUID()  // expect: direct-uuid
    let zone = TimeZone.current  // expect: direct-timezone
    let cart = Cart(id: id, sleep: Current.sleep, date: Current.date)  // expect: none
    return Cart(id: Current.uuid(), now: now)  // expect: none
  }
}

final class Handle {
  deinit { print(Current.date()) }  // expect: current-in-deinit
}

// No scope reaches what is detached or queued.
enum UploadBuilder {
  static func build(_ queue: DispatchQueue) -> Upload {
    Task.detached { print(Current.date()) }  // expect: current-outside-scope
    Task.detached(priority: .high) { if isLate { print(Current.date()) } }  // expect: current-outside-scope
    DispatchQueue.main.async { print(Current.date()) }  // expect: current-outside-scope
    DispatchQueue.global(qos: .utility).async { print(Current.date()) }  // expect: current-outside-scope
    queue.asyncAfter(deadline: soon) { print(Current.date()) }  // expect: current-outside-scope direct-sleep
    self.uploadQueue.async(flags: .barrier) { print(today) }  // expect: current-outside-scope
    operationQueue.addOperation { print(Current.date()) }  // expect: current-outside-scope
    Task.detached(operation: Current.wrap { print(Current.date()) })  // expect: none
    let world = Current
    Task.detached { withWorld(world) { print(Current.date()) } }  // expect: none
    Task.detached { withWorld { $0.locale = { french } } operation: { print(Current.date()) } }  // expect: current-outside-scope
    Task.detached { [date = Current.date] in print(date()) }  // expect: none
    Task.detached { [weak self, date = Current.date()] in print(date) }  // expect: none
    let date = Current.date
    Task.detached { print(date()) }  // expect: none
    Task { print(Current.date()) }  // expect: none
    queue.sync { print(Current.date()) }  // expect: none
    async { print(Current.date()) }  // expect: none
    return Upload(queue.async(execute: Current.wrap { print(Current.date()) }))  // expect: none
  }
}
final class UploadModel {
  func upload() { Task.detached { print(Current.date()) } }  // expect: current-outside-scope
}
