/// Writes one value straight into the text: members in the order in which the type encodes them, which is that of
/// the protocol file, nothing for nil. Foundation's encoder has no such order and costs several times as much.
///
/// A type encodes its members one after the other, into one container; what a type that mixes containers would need
/// is not there, and says so.
final class ValueEncoder: Encoder {
  let writer: JSONWriter
  private var closing: UInt8?
  private var isEmpty = true

  init(writer: JSONWriter) { self.writer = writer }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(UInt8(ascii: "{"), UInt8(ascii: "}"))
    return KeyedEncodingContainer(ObjectEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(UInt8(ascii: "["), UInt8(ascii: "]"))
    return ArrayEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { ScalarEncoder(writer: writer) }

  private func begin(_ opening: UInt8, _ closing: UInt8) {
    precondition(self.closing == nil, "a value is one object or one array")
    writer.put(opening)
    self.closing = closing
  }

  /// Between two members.
  func separate() {
    if !isEmpty { writer.put(UInt8(ascii: ",")) }
    isEmpty = false
  }

  /// After the value.
  func end() {
    if let closing { writer.put(closing) }
  }

  static func unsupported() -> Never { fatalError("messages are made of plain structures only") }
}
