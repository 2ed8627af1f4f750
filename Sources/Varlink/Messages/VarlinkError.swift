/// An error that a service answered with.
package struct VarlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interface and the error (`org.varlink.service.MethodNotFound`).
  package let name: String
  /// What it says, as JSON: an object.
  package let rawParameters: [UInt8]

  /// An error with these parameters.
  package init(name: String, rawParameters: [UInt8] = Array("{}".utf8)) {
    self.name = name
    self.rawParameters = rawParameters
  }

  /// The name and the parameters in one line.
  package var description: String { "\(name) \(String(decoding: rawParameters, as: UTF8.self))" }
}

/// An error as it goes over the wire.
package protocol ErrorReply: Error, Sendable {
  /// The interface and the error (`org.varlink.service.MethodNotFound`).
  var name: String { get }

  /// Writes what the error says: an object.
  func writeParameters(to writer: inout JSONWriter)
}
