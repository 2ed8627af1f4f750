// Made of org.varlink.service.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file

/// The errors of `org.varlink.service`.
package enum ServiceError: ErrorReply, Hashable {
  /// The service has no such interface.
  case interfaceNotFound(interface: String)
  /// The interface has no such method.
  case methodNotFound(method: String)
  /// The service does not do this, or not yet.
  case methodNotImplemented(method: String)
  /// A value cannot be accepted. parameter is the dotted path of its field (request.command.argv[2]), empty
  /// when the whole message cannot be accepted; message says what was found and what is allowed.
  case invalidParameter(parameter: String, message: String)
  /// The caller may not call the method.
  case permissionDenied
  /// The method answers more than once, and the call does not say more.
  case expectedMore

  package var name: String { ServiceMethod.interface + "." + shortName }

  /// The error, without the interface.
  package var shortName: String {
    switch self {
      case .interfaceNotFound: "InterfaceNotFound"
      case .methodNotFound: "MethodNotFound"
      case .methodNotImplemented: "MethodNotImplemented"
      case .invalidParameter: "InvalidParameter"
      case .permissionDenied: "PermissionDenied"
      case .expectedMore: "ExpectedMore"
    }
  }

  package func writeParameters(to writer: inout JSONWriter) {
    writer.beginObject()
    switch self {
      case .interfaceNotFound(let interface):
        writer.member("interface", interface)
      case .methodNotFound(let method):
        writer.member("method", method)
      case .methodNotImplemented(let method):
        writer.member("method", method)
      case .invalidParameter(let parameter, let message):
        writer.member("message", message)
        writer.member("parameter", parameter)
      case .permissionDenied: break
      case .expectedMore: break
    }
    writer.endObject()
  }

  private static let fields: [StaticString] = ["interface", "message", "method", "parameter"]

  /// Creates the error of a service's answer; `nil` when it is another interface's. A
  /// missing parameter is empty.
  package init?(_ error: VarlinkError) {
    let prefix = ServiceMethod.interface + "."
    guard error.name.hasPrefix(prefix) else { return nil }
    var interface: String = ""
    var message: String = ""
    var method: String = ""
    var parameter: String = ""
    var reader = JSONReader(reply: error.rawParameters)
    do throws(InvalidValue) {
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
        case 0: interface = try reader.text()
        case 1: message = try reader.text()
        case 2: method = try reader.text()
        default: parameter = try reader.text()
        }
      }
    } catch {
      return nil
    }
    switch error.name.dropFirst(prefix.count) {
      case "InterfaceNotFound": self = .interfaceNotFound(interface: interface)
      case "MethodNotFound": self = .methodNotFound(method: method)
      case "MethodNotImplemented": self = .methodNotImplemented(method: method)
      case "InvalidParameter": self = .invalidParameter(parameter: parameter, message: message)
      case "PermissionDenied": self = .permissionDenied
      case "ExpectedMore": self = .expectedMore
      default: return nil
    }
  }
}
