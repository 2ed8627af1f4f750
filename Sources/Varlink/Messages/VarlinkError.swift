/// An error that a service answered with.
public struct VarlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interface and the error (`org.varlink.service.MethodNotFound`).
  public let name: String
  /// What it says, as JSON: an object.
  public let rawParameters: [UInt8]

  /// An error with these parameters.
  public init(name: String, rawParameters: [UInt8]) {
    self.name = name
    self.rawParameters = rawParameters
  }

  /// What it says.
  /// - Throws: `DecodingError` when it is something else.
  public func parameters<Parameters: Decodable>(as type: Parameters.Type) throws -> Parameters {
    try MessageCoding.decode(type, from: rawParameters[...])
  }

  /// The name and the parameters in one line.
  public var description: String { "\(name) \(String(decoding: rawParameters, as: UTF8.self))" }
}
