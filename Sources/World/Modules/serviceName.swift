/// What people call a service: its type without the module, such as `Payments`, or `Shop.Payments` of an outer type.
package func serviceName(_ type: any World.Service.Type) -> String {
  let parts = String(reflecting: type).split(separator: ".").dropFirst()
  // Where a private or local type stands is told by an address.
  return parts.filter { !$0.hasPrefix("(unknown context at") }.joined(separator: ".")
}
