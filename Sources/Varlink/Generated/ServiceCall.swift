// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
import CTexts

/// A call of `org.varlink.service` with its parameters.
/// Each case is the method of ``ServiceMethod`` that has its name.
package indirect enum ServiceCall: InterfaceCall, Hashable {
  case getInfo
  case getInterfaceDescription(ServiceMethod.GetInterfaceDescription.Parameters)

  package init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue) {
    switch method {
      case "GetInfo":
        _ = try Empty(from: &reader)
        self = .getInfo
      case "GetInterfaceDescription": self = .getInterfaceDescription(try .init(from: &reader))
      default: return nil
    }
  }

  package var needsMore: Bool {
    false
  }

  /// The interface, with the text that describes it.
  package static let interface = Interface(
    name: ServiceMethod.interface, text: String(cString: org_varlink_service_varlink()))
}
