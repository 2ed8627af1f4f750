/// The errors of `org.varlink.service`, which every service may answer with.
public enum ServiceError: Error, Hashable, Sendable {
  /// The service has no such interface.
  case interfaceNotFound(interface: String)
  /// The interface has no such method.
  case methodNotFound(method: String)
  /// The service does not do this (yet).
  case methodNotImplemented(method: String)
  /// The field with this dotted path (`request.command.argv[2]`) cannot be accepted, and why. The path is
  /// empty when the message as a whole cannot.
  case invalidParameter(parameter: String, message: String)
  /// The caller may not do this.
  case permissionDenied
  /// The method answers more than once, and the call does not say `more`.
  case expectedMore
}

extension ServiceError: ErrorReply {
  /// The interface and the error.
  public var name: String {
    switch self {
    case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
    case .methodNotFound: "org.varlink.service.MethodNotFound"
    case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
    case .invalidParameter: "org.varlink.service.InvalidParameter"
    case .permissionDenied: "org.varlink.service.PermissionDenied"
    case .expectedMore: "org.varlink.service.ExpectedMore"
    }
  }

  /// What the error says, by the names of the interface.
  public var parameters: [String: String] {
    switch self {
    case .interfaceNotFound(let interface): ["interface": interface]
    case .methodNotFound(let method), .methodNotImplemented(let method): ["method": method]
    case .invalidParameter(let parameter, let message): ["parameter": parameter, "message": message]
    case .permissionDenied, .expectedMore: [:]
    }
  }
}
