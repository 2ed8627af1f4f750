/// A value that goes over the wire as JSON, with nothing in between.
package protocol MessageValue: Hashable, Sendable {
  /// Takes the value that is next.
  /// - Throws: The place of what cannot be accepted, what was found there and what is expected.
  init(from reader: inout JSONReader) throws(InvalidValue)

  /// Writes the value, in canonical form: members in the order of their names, absent ones left out.
  func write(to writer: inout JSONWriter)
}

extension MessageValue {
  /// The value in canonical form.
  package var json: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Reads a value that is all there is.
  /// - Parameters:
  ///   - refusesUnknown: Whether a member that is not declared is an error, as it is in a call.
  ///   - nestingLimit: How deep objects and arrays may lie in each other.
  /// - Throws: The place of what cannot be accepted, what was found there and what is expected.
  package init(
    json: [UInt8], refusesUnknown: Bool = false, nestingLimit: Int = MessageLimits.deepest
  ) throws(InvalidValue) {
    var reader = JSONReader(json, nestingLimit: nestingLimit, refusesUnknown: refusesUnknown)
    try self.init(from: &reader)
    try reader.finish()
  }
}
