/// An error with which a service answered.
package struct VarlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's name with its interface (`org.varlink.service.MethodNotFound`).
  package let name: String
  /// The error's parameters as a JSON object.
  package let rawParameters: [UInt8]

  package init(name: String, rawParameters: [UInt8] = Array("{}".utf8)) {
    self.name = name
    self.rawParameters = rawParameters
  }

  /// The name and the parameters in one line.
  package var description: String { "\(name) \(String(decoding: rawParameters, as: UTF8.self))" }
}

/// An error with which a service replies.
package protocol ErrorReply: Error, Sendable {
  /// The error's name with its interface (`org.varlink.service.MethodNotFound`).
  var name: String { get }

  /// Writes the error's parameters, an object.
  func writeParameters(to writer: inout JSONWriter)
}
