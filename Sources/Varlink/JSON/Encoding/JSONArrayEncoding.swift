/// Writes the values of an array as they come.
struct JSONArrayEncoding: UnkeyedEncodingContainer {
  let output: JSONOutput
  private(set) var count = 0

  var codingPath: [any CodingKey] { [] }

  init(output: JSONOutput) { self.output = output }

  mutating func encodeNil() {
    begin()
    output.writeNull()
  }

  mutating func encode(_ value: Bool) {
    begin()
    output.write(value)
  }

  mutating func encode(_ value: String) {
    begin()
    output.write(value)
  }

  mutating func encode(_ value: Int) { write(value) }
  mutating func encode(_ value: Int8) { write(value) }
  mutating func encode(_ value: Int16) { write(value) }
  mutating func encode(_ value: Int32) { write(value) }
  mutating func encode(_ value: Int64) { write(value) }
  mutating func encode(_ value: UInt) { write(value) }
  mutating func encode(_ value: UInt8) { write(value) }
  mutating func encode(_ value: UInt16) { write(value) }
  mutating func encode(_ value: UInt32) { write(value) }
  mutating func encode(_ value: UInt64) { write(value) }

  mutating func encode(_ value: some Encodable) throws {
    begin()
    try output.write(value: value)
  }

  private mutating func write(_ value: some FixedWidthInteger) {
    begin()
    output.write(value)
  }

  private mutating func begin() {
    output.separate()
    count += 1
  }

  mutating func encode(_ value: Double) { NotInMessages.trap("fractions") }
  mutating func encode(_ value: Float) { NotInMessages.trap("fractions") }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { NotInMessages.trap("objects without a type") }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    NotInMessages.trap("arrays without a type")
  }

  mutating func superEncoder() -> any Encoder { NotInMessages.trap("classes") }
}
