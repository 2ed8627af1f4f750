/// A value that is read from JSON and written as JSON without an intermediate form.
package protocol MessageValue: Hashable, Sendable {
  /// Reads the next value.
  /// - Throws: ``InvalidValue``: the place, what was found there and what is expected.
  init(from reader: inout JSONReader) throws(InvalidValue)

  /// Writes the value, in canonical form: members in the order of their names, absent ones left out.
  func write(to writer: inout JSONWriter)

  /// The description of an expected value in an error.
  static var expectation: String { get }
}

extension MessageValue {
  /// The description of an object.
  package static var expectation: String { "an object" }

  /// The value in canonical form.
  package var json: [UInt8] {
    var writer = JSONWriter(reserving: JSONWriter.usualBytes)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads a value, behind which only white space may follow.
  /// - Parameters:
  ///   - refusesUnknown: Whether a member that is not declared is an error, as it is in a call.
  ///   - nestingLimit: The deepest nesting of objects and arrays.
  /// - Throws: ``InvalidValue``: the place, what was found there and what is expected.
  package init(
    json: [UInt8], refusesUnknown: Bool = false, nestingLimit: Int = MessageLimits.deepest
  ) throws(InvalidValue) {
    var reader = JSONReader(json, nestingLimit: nestingLimit, refusesUnknown: refusesUnknown)
    try self.init(from: &reader)
    try reader.finish()
  }
}

/// A value that is an object with known members.
package protocol MessageStructure: MessageValue {
  /// Writes the members, in the order of their names.
  func writeMembers(to writer: inout JSONWriter)
}

extension MessageStructure {
  /// Writes the object.
  @inlinable
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }
}

/// Parameters or a reply without a field.
package struct Empty: MessageValue {
  package init() {}

  /// Reads an object without a member.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    var members = try reader.object()
    while try reader.member(&members, of: []) != nil {}
  }

  /// Writes an object without a member.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}

/// A large member of a structure: a value, or JSON that is there already and is written as it is. The
/// structure holds it by reference, so passing the structure on does not copy it.
package enum MessagePart<Value: MessageValue>: Hashable, Sendable {
  indirect case value(Value)
  case json([UInt8])

  /// The value.
  ///
  /// Traps for JSON, which nobody has read as such a value: who puts JSON in passes it on only.
  package var value: Value {
    switch self {
    case .value(let value): value
    case .json: preconditionFailure("the member is JSON that is only passed on")
    }
  }
}
