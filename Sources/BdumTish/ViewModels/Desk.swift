/// What a programmer needs: one computer, a keyboard to it, many cups of coffee and a boss.
struct Desk: Sendable {
  var computer: Computer
  var keyboard: Keyboard
  var coffee: Coffee
  var boss: Boss
}
