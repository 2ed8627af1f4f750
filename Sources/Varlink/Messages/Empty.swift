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
