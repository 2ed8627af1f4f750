/// The elements of an array.
struct ArrayEncoder: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoder: ValueEncoder) { self.encoder = encoder }

  mutating func encodeNil() {
    separate()
    encoder.writer.put("null")
  }

  mutating func encode(_ value: some Encodable) throws {
    separate()
    try encoder.writer.value(value)
  }

  private mutating func separate() {
    encoder.separate()
    count += 1
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { ValueEncoder.unsupported() }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder.unsupported() }

  mutating func superEncoder() -> any Encoder { ValueEncoder.unsupported() }
}
