/// What people call a service: its type without the module, such as `Payments` or `Shop.Payments` of an outer type.
func serviceName(_ type: any World.Service.Type) -> String {
  String(String(reflecting: type).drop { $0 != "." }.dropFirst())
}
