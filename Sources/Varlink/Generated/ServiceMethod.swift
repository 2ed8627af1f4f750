// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

/// The methods of `org.varlink.service`.
package enum ServiceMethod {
  /// The interface's name.
  package static let interface = "org.varlink.service"
  /// The names of all methods, without the interface.
  package static let names = ["GetInfo", "GetInterfaceDescription"]
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
