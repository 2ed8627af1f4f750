/// Parameters or a reply without a field.
public struct Empty: MessageValue {
  /// Nothing.
  public init() {}

  /// Takes an object without a member.
  public init(from reader: inout JSONReader) throws(InvalidValue) {
    var members = try reader.object()
    while try reader.member(&members, of: []) != nil {}
  }

  /// An object without a member.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.endObject()
  }
}
