// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

/// A call of `org.varlink.service` with what it carries.
package indirect enum ServiceCall: InterfaceCall, Hashable {
  /// See ``ServiceMethod/GetInfo``.
  case getInfo
  /// See ``ServiceMethod/GetInterfaceDescription``.
  case getInterfaceDescription(ServiceMethod.GetInterfaceDescription.Parameters)

  /// Takes the parameters that are next; nil when there is no such method.
  package init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue) {
    switch method {
      case "GetInfo":
        _ = try Empty(from: &reader)
        self = .getInfo
      case "GetInterfaceDescription":
        self = .getInterfaceDescription(try ServiceMethod.GetInterfaceDescription.Parameters(from: &reader))
      default: return nil
    }
  }

  /// The method may only be called with `more`.
  package var needsMore: Bool {
    false
  }

  /// The interface, with the text that describes it.
  package static let interface = Interface(
    name: ServiceMethod.interface, bytes: PackageResources.org_varlink_service_varlink)
}
