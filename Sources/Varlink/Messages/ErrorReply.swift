/// An error as it goes over the wire.
package protocol ErrorReply: Error, Sendable {
  /// The interface and the error (`org.varlink.service.MethodNotFound`).
  var name: String { get }

  /// Writes what the error says: an object.
  func writeParameters(to writer: inout JSONWriter)
}
