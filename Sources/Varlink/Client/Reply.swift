/// A reply as it arrived.
package struct Reply: Hashable, Sendable {
  /// What it carries, as JSON: an object.
  package let rawParameters: [UInt8]
  /// There is another one to the same call.
  package let continues: Bool

  /// Reads a message, without its NUL.
  init(_ message: [UInt8]) throws(ClientError) {
    // Services are free to nest deeper than their callers may, and to say more than is known here.
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

  /// What it carries.
  /// - Throws: ``ClientError/protocolViolation(message:)`` when it is something else.
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
