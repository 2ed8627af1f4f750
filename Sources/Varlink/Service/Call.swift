/// A call whose parameters have the types that its interface declares.
public struct Call: Sendable {
  /// The interface and the method.
  public let method: String
  /// The caller takes more than one reply.
  public let wantsMore: Bool
  /// The caller takes no reply.
  public let isOneway: Bool

  /// The parameters, as JSON: an object.
  let rawParameters: ArraySlice<UInt8>

  /// What the call carries.
  /// - Throws: ``ServiceError/invalidParameter(parameter:message:)`` when the type and the interface do not
  ///   agree.
  public func parameters<Method: VarlinkMethod>(
    of method: Method.Type
  ) throws(ServiceError) -> Method.Parameters {
    do {
      return try MessageCoding.decode(Method.Parameters.self, from: rawParameters)
    } catch let error as DecodingError {
      throw .invalidParameter(parameter: error.dottedPath, message: error.sentence)
    } catch {
      throw .invalidParameter(parameter: "", message: "\(error)")
    }
  }
}
