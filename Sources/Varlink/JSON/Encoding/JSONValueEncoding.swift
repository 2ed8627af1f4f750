/// Writes a value that has no others in it.
struct JSONValueEncoding: SingleValueEncodingContainer {
  let output: JSONOutput

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { output.writeNull() }
  func encode(_ value: Bool) { output.write(value) }
  func encode(_ value: String) { output.write(value) }
  func encode(_ value: Int) { output.write(value) }
  func encode(_ value: Int8) { output.write(value) }
  func encode(_ value: Int16) { output.write(value) }
  func encode(_ value: Int32) { output.write(value) }
  func encode(_ value: Int64) { output.write(value) }
  func encode(_ value: UInt) { output.write(value) }
  func encode(_ value: UInt8) { output.write(value) }
  func encode(_ value: UInt16) { output.write(value) }
  func encode(_ value: UInt32) { output.write(value) }
  func encode(_ value: UInt64) { output.write(value) }
  func encode(_ value: some Encodable) throws { try output.write(value: value) }

  func encode(_ value: Double) { NotInMessages.trap("fractions") }
  func encode(_ value: Float) { NotInMessages.trap("fractions") }
}
