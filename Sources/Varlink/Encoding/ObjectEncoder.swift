/// The members of an object.
struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { [] }

  private func name(_ key: Key) {
    encoder.separate()
    encoder.writer.text(key.stringValue)
    encoder.writer.put(UInt8(ascii: ":"))
  }

  func encodeNil(forKey key: Key) {
    name(key)
    encoder.writer.put("null")
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    name(key)
    try encoder.writer.value(value)
  }

  // Simple values need no encoder of their own.

  func encode(_ value: Bool, forKey key: Key) {
    name(key)
    encoder.writer.truth(value)
  }

  func encode(_ value: String, forKey key: Key) {
    name(key)
    encoder.writer.text(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    name(key)
    encoder.writer.integer(value)
  }

  func encode(_ value: Int32, forKey key: Key) {
    name(key)
    encoder.writer.integer(value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    name(key)
    encoder.writer.integer(value)
  }

  func encode(_ value: UInt32, forKey key: Key) {
    name(key)
    encoder.writer.integer(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { ValueEncoder.unsupported() }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { ValueEncoder.unsupported() }

  func superEncoder() -> any Encoder { ValueEncoder.unsupported() }

  func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder.unsupported() }
}
