/// A reply as it arrived.
public struct Reply: Hashable, Sendable {
  /// What it carries, as JSON: an object.
  public let rawParameters: [UInt8]
  /// There is another one to the same call.
  public let continues: Bool

  /// Reads a message, without its NUL.
  init(_ message: [UInt8]) throws(ClientError) {
    // Services are free to nest deeper than their callers may; this is the JSON decoder's own limit.
    var scanner = JSONScanner(message, nestingLimit: 512)
    let envelope: Envelope
    do throws(InvalidValue) {
      envelope = try Envelope(&scanner, strings: ["error"], flags: ["continues"])
    } catch {
      throw .protocolViolation(message: "\(error.path): \(error.message)")
    }
    rawParameters = envelope.parameters.map { Array(message[$0]) } ?? Array("{}".utf8)
    continues = envelope.flags["continues"] ?? false
    if let error = envelope.strings["error"] {
      throw .reply(VarlinkError(name: error, rawParameters: rawParameters))
    }
  }

  /// What it carries.
  /// - Throws: ``ClientError/protocolViolation(message:)`` when it is something else.
  public func parameters<Method: VarlinkMethod>(
    of method: Method.Type
  ) throws(ClientError) -> Method.Reply {
    do {
      return try MessageCoding.decode(Method.Reply.self, from: rawParameters[...])
    } catch let error as DecodingError {
      throw .protocolViolation(message: "\(Method.name), \(error.dottedPath): \(error.sentence)")
    } catch {
      throw .protocolViolation(message: "\(Method.name): \(error)")
    }
  }
}
