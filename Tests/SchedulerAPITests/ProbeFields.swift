import Varlink

/// The fields of a probed object: there is every one that is asked for; optional ones are absent.
struct ProbeFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let recorder: ProbeRecorder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (shape, value) = try ProbeDecoder.shape(of: type)
    recorder.fields.append(Field(name: key.stringValue, type: shape))
    return value
  }

  private func absent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    recorder.fields.append(
      Field(name: key.stringValue, type: .optional(try ProbeDecoder.shape(of: type).0)))
    return nil
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try absent(type, key)
  }

  // The standard library has one of these for each simple type, which the one above does not replace.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try absent(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try absent(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try absent(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try absent(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try absent(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try absent(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try absent(type, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw ProbeObject.NotAnObject() }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ProbeObject.NotAnObject()
  }

  func superDecoder() throws -> any Decoder { throw ProbeObject.NotAnObject() }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeObject.NotAnObject() }
}
