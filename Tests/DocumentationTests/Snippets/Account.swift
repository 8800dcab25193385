actor Bank {
  private var approved = 0
  func approve(_ amount: Int) { approved += amount }
}

actor Account {
  private(set) var balance = 100
  let bank = Bank()

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await bank.approve(amount)
    balance -= amount
  }
}
