import Varlink

/// The decoder that a type gets: it is an object.
struct ProbeObject: Decoder {
  let recorder: ProbeRecorder
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  struct NotAnObject: Error {}

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeFields<Key>(recorder: recorder))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotAnObject() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotAnObject() }
}
