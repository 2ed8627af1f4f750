/// Writes the members of an object as they come: in the order in which their type declares them.
struct JSONObjectEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    output.key(key.stringValue)
    output.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) {
    output.key(key.stringValue)
    output.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    output.key(key.stringValue)
    output.write(value)
  }

  func encode(_ value: Int, forKey key: Key) { write(value, key) }
  func encode(_ value: Int8, forKey key: Key) { write(value, key) }
  func encode(_ value: Int16, forKey key: Key) { write(value, key) }
  func encode(_ value: Int32, forKey key: Key) { write(value, key) }
  func encode(_ value: Int64, forKey key: Key) { write(value, key) }
  func encode(_ value: UInt, forKey key: Key) { write(value, key) }
  func encode(_ value: UInt8, forKey key: Key) { write(value, key) }
  func encode(_ value: UInt16, forKey key: Key) { write(value, key) }
  func encode(_ value: UInt32, forKey key: Key) { write(value, key) }
  func encode(_ value: UInt64, forKey key: Key) { write(value, key) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    output.key(key.stringValue)
    try output.write(value: value)
  }

  private func write(_ value: some FixedWidthInteger, _ key: Key) {
    output.key(key.stringValue)
    output.write(value)
  }

  func encode(_ value: Double, forKey key: Key) { NotInMessages.trap("fractions") }
  func encode(_ value: Float, forKey key: Key) { NotInMessages.trap("fractions") }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { NotInMessages.trap("objects without a type") }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NotInMessages.trap("arrays without a type")
  }

  func superEncoder() -> any Encoder { NotInMessages.trap("classes") }
  func superEncoder(forKey key: Key) -> any Encoder { NotInMessages.trap("classes") }
}
