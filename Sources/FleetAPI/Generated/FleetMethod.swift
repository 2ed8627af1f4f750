// Made of io.bgtaskd.Fleet.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import Varlink

/// The methods of `io.bgtaskd.Fleet`.
package enum FleetMethod {
  /// The interface's name.
  package static let interface = "io.bgtaskd.Fleet"
  /// The names of all methods, without the interface.
  package static let names = [
    "Cancel", "Prune", "List", "Show", "Explain", "Machines", "History", "Events", "Report", "Drain",
    "ForgetMachine"
  ]
}

extension JSONReader {
  /// Returns the value of a required member, or throws the error about it when it is missing. Each module has
  /// this function, because only generic code of the same module is specialized.
  func required<Value>(
    _ value: Value?, _ name: StaticString, in members: Members
  ) throws(InvalidValue) -> Value {
    guard let value else { throw missing(name, in: members, as: Value.self) }
    return value
  }
}
