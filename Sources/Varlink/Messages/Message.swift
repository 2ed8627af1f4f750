/// Messages in their wire format, each with its NUL.
package enum Message {
  /// Returns a call of a method.
  /// - Parameters:
  ///   - more: Asks for more than one reply.
  ///   - oneway: Asks for no reply.
  package static func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters, more: Bool = false, oneway: Bool = false
  ) -> [UInt8] {
    call(Method.name, more: more, oneway: oneway) { parameters.write(to: &$0) }
  }

  /// Returns a call of a method by its name, with parameters that are JSON already.
  package static func call(
    _ method: String, parameters: [UInt8], more: Bool = false, oneway: Bool = false
  ) -> [UInt8] {
    call(method, more: more, oneway: oneway) { $0.raw(parameters) }
  }

  private static func call(
    _ method: String, more: Bool, oneway: Bool, _ parameters: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("method", method)
    writer.name("parameters")
    parameters(&writer)
    if more { flag("more", &writer) }
    if oneway { flag("oneway", &writer) }
    return end(&writer)
  }

  /// Returns a reply. `continues` promises another reply to the same call.
  package static func reply(_ parameters: some MessageValue, continues: Bool = false) -> [UInt8] {
    reply(continues: continues) { parameters.write(to: &$0) }
  }

  /// Returns a reply whose parameters are a JSON object already.
  package static func reply(rawParameters: [UInt8], continues: Bool = false) -> [UInt8] {
    reply(continues: continues) { $0.raw(rawParameters) }
  }

  private static func reply(continues: Bool, _ parameters: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(reserving: JSONWriter.usualBytes)
    writer.beginObject()
    writer.name("parameters")
    parameters(&writer)
    if continues { flag("continues", &writer) }
    return end(&writer)
  }

  /// Returns an error reply, which is the last reply to its call.
  package static func error(_ error: some ErrorReply) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("error", error.name)
    writer.name("parameters")
    error.writeParameters(to: &writer)
    return end(&writer)
  }

  private static func flag(_ name: StaticString, _ writer: inout JSONWriter) {
    writer.name(name)
    writer.flag(true)
  }

  private static func end(_ writer: inout JSONWriter) -> [UInt8] {
    writer.endObject()
    writer.raw(CollectionOfOne(0))
    return writer.bytes
  }
}
