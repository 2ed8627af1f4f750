// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

/// The methods of `org.varlink.service`.
package enum ServiceMethod {
  /// The interface's name.
  package static let interface = "org.varlink.service"
  /// The names of all methods, without the interface.
  package static let names = ["GetInfo", "GetInterfaceDescription"]
}
