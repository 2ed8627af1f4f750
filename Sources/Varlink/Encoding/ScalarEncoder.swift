/// A value that is neither an object nor an array.
struct ScalarEncoder: SingleValueEncodingContainer {
  let writer: JSONWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { writer.put("null") }

  func encode(_ value: some Encodable) throws { try writer.value(value) }

  func encode(_ value: Bool) { writer.truth(value) }
  func encode(_ value: String) { writer.text(value) }
  func encode(_ value: Double) { writer.number(value) }
  func encode(_ value: Float) { writer.number(Double(value)) }
  func encode(_ value: Int) { writer.integer(value) }
  func encode(_ value: Int8) { writer.integer(value) }
  func encode(_ value: Int16) { writer.integer(value) }
  func encode(_ value: Int32) { writer.integer(value) }
  func encode(_ value: Int64) { writer.integer(value) }
  func encode(_ value: UInt) { writer.integer(value) }
  func encode(_ value: UInt8) { writer.integer(value) }
  func encode(_ value: UInt16) { writer.integer(value) }
  func encode(_ value: UInt32) { writer.integer(value) }
  func encode(_ value: UInt64) { writer.integer(value) }
}
