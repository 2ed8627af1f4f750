/// An error as it goes over the wire.
public protocol ErrorReply: Error, Sendable {
  /// What it carries. Encodes as an object.
  associatedtype Parameters: Encodable
  /// The interface and the error (`org.varlink.service.MethodNotFound`).
  var name: String { get }
  /// What the error says.
  var parameters: Parameters { get }
}
