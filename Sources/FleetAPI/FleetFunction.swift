// Room FleetAPI: what people ask of a fleet's database, as types (io.bgtaskd.Fleet.varlink), and the messages
// between bgtaskctl and bgtask-fleet. Way in: `FleetMethod`, `SessionFrame`.
// Must not know: how the database is reached, and what is shown to people.

package import Varlink

extension VarlinkMethod {
  /// The function of the database's schema that carries the method out: `list_1` for `io.bgtaskd.Fleet.List`,
  /// `forget_machine_1` for `ForgetMachine`.
  package static var fleetFunction: String {
    (name.split(separator: ".").last ?? "").reduce(into: "") { words, character in
      if character.isUppercase, !words.isEmpty { words.append("_") }
      words += character.lowercased()
    } + "_1"
  }
}
