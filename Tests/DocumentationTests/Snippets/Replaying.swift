import World
import WorldStorage

private struct Till: World.Recordable {
  var signIn: @Sendable (_ password: String) async throws -> Void
  var pay: @Sendable (_ card: String, _ cents: Int) async throws -> Int

  static var mock: Till { Till(signIn: { _ in }, pay: { _, cents in cents }) }

  func recorded(by recorder: World.Recorder) -> Till {
    Till(
      signIn: recorder("signIn", keeping: .nothing, signIn),
      pay: recorder("pay", keeping: .redacted(arguments: { card, cents in [cents] }), pay))
  }
}
