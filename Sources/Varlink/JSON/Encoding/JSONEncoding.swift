/// Writes one value. Messages consist of objects, arrays, strings, integers and true or false; a value that encodes
/// itself as anything else is an error of this program, and traps.
struct JSONEncoding: Encoder {
  let output: JSONOutput

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    output.openObject()
    return KeyedEncodingContainer(JSONObjectEncoding<Key>(output: output))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    output.openArray()
    return JSONArrayEncoding(output: output)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONValueEncoding(output: output) }
}

extension JSONOutput {
  /// Writes a value and closes what it has opened.
  func write<Value: Encodable>(value: Value) throws {
    // Types are compared before they are cast: a cast that fails is slow, and almost all would.
    if Value.self == String.self, let text = value as? String { return write(text) }
    if Value.self == [String: String].self, let members = value as? [String: String] {
      return try write(sorted: members)
    }
    if Value.self == [String: Int].self, let members = value as? [String: Int] {
      return try write(sorted: members)
    }
    let depth = depth
    try value.encode(to: JSONEncoding(output: self))
    close(downTo: depth)
  }

  /// Sorted, because the order would differ from run to run otherwise.
  private func write(sorted members: [String: some Encodable]) throws {
    let depth = depth
    openObject()
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      key(name)
      try write(value: value)
    }
    close(downTo: depth)
  }
}
