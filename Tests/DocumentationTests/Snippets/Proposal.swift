import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

struct Invoice {
  var dueDate: String
  var isOverdue: Bool
}

enum InvoiceBuilder {
  static func build(dueOn due: Date) -> Invoice {
    var style = Date.FormatStyle(date: .long, time: .omitted, locale: Current.locale())
    style.timeZone = Current.timezone()
    return Invoice(dueDate: due.formatted(style), isOverdue: due < Current.date())
  }
}

@Suite(.world(.mock))
struct ProposalTests {
  @Test func theLiveWorldIsAWorldWithoutArguments() {
    let world = World()
    #expect(world.date().timeIntervalSince(Date()) < 1)
  }

  @Test func anInvoiceIsOverdueInItsWorld() {
    let due = Date(timeIntervalSinceReferenceDate: 557_000_000)
    let paris = TimeZone(identifier: "Europe/Paris")!
    let invoice = withWorld {
      $0.locale = { Locale(identifier: "fr_FR") }
      $0.timezone = { paris }
    } operation: {
      InvoiceBuilder.build(dueOn: due)
    }
    #expect(invoice.dueDate == "26 août 2018")
    #expect(invoice.isOverdue)
  }

  @Test func drawingDoesNotWriteTheWorld() {
    let cards = Array(1...52)
    let roll = Current.random { Int.random(in: 1...6, using: &$0) }
    var random = Current.random
    let deck = cards.shuffled(using: &random)
    #expect((1...6).contains(roll))
    #expect(deck.sorted() == cards)
  }
}

@Test(arguments: World.edgeCases)
func formatsEveryDate(edgeCase: World.EdgeCase) {
  withWorld(edgeCase.world) {
    #expect(!InvoiceBuilder.build(dueOn: Current.date()).dueDate.isEmpty)
  }
}
