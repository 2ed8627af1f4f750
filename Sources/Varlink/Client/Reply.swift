/// A reply as it arrived.
package struct Reply: Hashable, Sendable {
  /// The parameters as a JSON object.
  package let rawParameters: [UInt8]
  /// Whether another reply to the same call follows.
  package let continues: Bool

  /// Reads a message, without its NUL.
  init(_ message: [UInt8]) throws(ClientError) {
    // A service may nest deeper than its callers may, and may send members that are unknown here.
    var reader = JSONReader(message, nestingLimit: MessageLimits.deepest, refusesUnknown: false)
    let envelope: Envelope
    do throws(InvalidValue) {
      envelope = try Envelope(.reply, &reader)
    } catch {
      throw .protocolViolation(message: "\(error.path): \(error.message)")
    }
    rawParameters = envelope.parameters.map { Array(message[$0]) } ?? Array("{}".utf8)
    continues = envelope.hasMore
    if let error = envelope.name {
      throw .reply(VarlinkError(name: error, rawParameters: rawParameters))
    }
  }

  /// Reads the parameters as the method's reply.
  /// - Throws: ``ClientError/protocolViolation(message:)`` when they do not fit the type.
  package func parameters<Method: VarlinkMethod>(
    of method: Method.Type
  ) throws(ClientError) -> Method.Reply {
    do throws(InvalidValue) {
      return try Method.Reply(json: rawParameters)
    } catch {
      throw .protocolViolation(message: "\(Method.name), \(error.path): \(error.message)")
    }
  }
}
