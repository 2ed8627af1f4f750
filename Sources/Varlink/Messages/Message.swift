/// Makes messages as they go over the wire, each with its NUL.
public enum Message {
  /// A call.
  /// - Parameters:
  ///   - more: Asks for more than one reply.
  ///   - oneway: Asks for no reply.
  public static func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false, oneway: Bool = false
  ) -> [UInt8] {
    call(Method.name, parameters: MessageCoding.encode(parameters), more: more, oneway: oneway)
  }

  /// A call of a method by its name, with parameters that are JSON already.
  public static func call(
    _ method: String, parameters: [UInt8], more: Bool = false, oneway: Bool = false
  ) -> [UInt8] {
    assemble(
      [
        ("method", MessageCoding.encode(method)), ("parameters", parameters),
        ("more", more ? Array("true".utf8) : nil), ("oneway", oneway ? Array("true".utf8) : nil),
      ])
  }

  /// A reply. `continues` promises another one to the same call.
  public static func reply(_ parameters: some Encodable, continues: Bool = false) -> [UInt8] {
    reply(rawParameters: MessageCoding.encode(parameters), continues: continues)
  }

  /// A reply whose parameters are JSON already, an object. `continues` promises another one to the same call.
  public static func reply(rawParameters: [UInt8], continues: Bool = false) -> [UInt8] {
    assemble([("parameters", rawParameters), ("continues", continues ? Array("true".utf8) : nil)])
  }

  /// A reply that says what went wrong. It is the last one to its call.
  public static func error(_ error: some ErrorReply) -> [UInt8] {
    assemble(
      [
        ("error", MessageCoding.encode(error.name)),
        ("parameters", MessageCoding.encode(error.parameters)),
      ])
  }

  /// Puts the envelope around values that are JSON already, so that they are not encoded twice.
  private static func assemble(_ members: [(name: StaticString, json: [UInt8]?)]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(members.reduce(64) { $0 + ($1.json?.count ?? 0) })
    for (name, json) in members {
      guard let json else { continue }
      message.append(UInt8(ascii: message.isEmpty ? "{" : ","))
      message.append(UInt8(ascii: "\""))
      name.withUTF8Buffer { message.append(contentsOf: $0) }
      message.append(UInt8(ascii: "\""))
      message.append(UInt8(ascii: ":"))
      message.append(contentsOf: json)
    }
    message.append(UInt8(ascii: "}"))
    message.append(0)
    return message
  }
}
