// check-world: allow-file a program that stresses Current itself

import Foundation
import World

/// One task that writes, enters scopes and lets work escape, at random.
struct Scopes: Sendable {
  let part: Int
  let seed: UInt64
  let tally: Tally
  let process: ProcessWide

  func run(until end: End) async {
    var round = 0
    while !end.isBefore(round) {
      var dice = Dice(seed: seed, part: part, round: round)
      let number = dice.roll(1_000_000)
      tally.enter()
      await withWorld(Register.world(number)) {
        var model = Model(number)
        for _ in 0..<20 { await step(&model, &dice, depth: 0) }
        model.checkAll(tally, place)
      }
      process.check("after a scope of \(place)")
      round += 1
    }
  }

  private var place: String { "part \(part), seed \(seed)" }

  private func step(_ model: inout Model, _ dice: inout Dice, depth: Int) async {
    let register = Register.allCases[dice.roll(Register.allCases.count)]
    let number = dice.roll(1_000_000)
    switch dice.roll(depth < 4 ? 11 : 7) {
    case 0:
      model.checkAll(tally, place)
    case 1:
      write(number, to: register, &model)
    case 2:
      writeNested(number, &model, &dice)
    case 3:
      await writeAcrossAwait(number, &Current)
      model[.date] = number
      tally.write()
    case 4:
      await Task.yield()
      model.check(register, tally, place)
    case 5:
      await escape(model)
    case 6:
      writeWhole(number, to: register, &model)
    case 7:
      let old = model
      tally.enter()
      withWorld {
        register.set(number, in: &$0)
      } operation: {
        var inner = old
        inner[register] = number
        write(number + 1, to: register, &inner)
        inner.checkAll(tally, "inner scope of \(place)")
      }
      model.checkAll(tally, "after an inner scope of \(place)")
    case 8:
      var inner = model
      inner[register] = number
      tally.enter()
      await withWorld {
        register.set(number, in: &$0)
      } operation: {
        for _ in 0..<4 { await step(&inner, &dice, depth: depth + 1) }
        inner.checkAll(tally, "asynchronous scope of \(place)")
      }
    case 9:
      var inner = Model(number)
      tally.enter()
      await withWorld(Register.world(number)) {
        for _ in 0..<4 { await step(&inner, &dice, depth: depth + 1) }
        inner.checkAll(tally, "other world of \(place)")
      }
    default:
      await reenter(&model, number, register)
    }
  }

  private func write(_ number: Int, to register: Register, _ model: inout Model) {
    register.set(number, in: &Current)
    model[register] = number
    tally.write()
  }

  /// Writes three registers, one inside the writes of the others.
  private func writeNested(_ number: Int, _ model: inout Model, _ dice: inout Dice) {
    let registers = Register.allCases.shuffled(using: &dice)
    func change(_ world: inout World, _ body: () -> Void) {
      registers[0].set(number, in: &world)
      body()
      registers[1].set(number, in: &world)
    }
    change(&Current) { registers[2].set(number, in: &Current) }
    for register in registers[..<3] { model[register] = number }
    tally.write(3)
  }

  /// Assigns a whole world inside a write, one that was current in a scope.
  private func writeWhole(_ number: Int, to register: Register, _ model: inout Model) {
    func configured(_ world: World) -> World {
      withWorld(world) {
        withWorld {
          register.set(number, in: &$0)
        } operation: {
          Current
        }
      }
    }
    func configure(_ world: inout World) { world = configured(world) }
    configure(&Current)
    model[register] = number
    tally.write()
  }

  private func writeAcrossAwait(_ number: Int, _ world: inout World) async {
    await Task.yield()
    Register.date.set(number, in: &world)
    await Task.yield()
  }

  /// Work that leaves the scope: tasks stay in it; detached tasks and threads see the process-wide world.
  private func escape(_ model: Model) async {
    await Task { model.checkAll(tally, "task of \(place)") }.value
    await Task.detached { process.check("detached task of \(place)") }.value
    await onThread { process.check("thread of \(place)") }
  }

  /// A captured world, entered elsewhere, is as it was; and what is written there stays there.
  private func reenter(_ model: inout Model, _ number: Int, _ register: Register) async {
    let (world, old) = (Current, model)
    write(number, to: register, &model)
    tally.enter()
    await onThread {
      withWorld(world) {
        var inner = old
        inner.checkAll(tally, "thread in a captured world of \(place)")
        write(number + 1, to: register, &inner)
        inner.checkAll(tally, "thread in a captured world of \(place)")
      }
    }
    model.checkAll(tally, "after a captured world of \(place)")
  }
}

/// Runs a function on a thread of its own.
func onThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}
