import FoundationEssentials

/// How values become JSON and back. May be used from several threads.
package enum MessageCoding {
  private static let decoder = JSONDecoder()

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: ArraySlice<UInt8>
  ) throws -> Value {
    try decoder.decode(type, from: Data(bytes))
  }

  /// Traps on a value that has no JSON, such as an infinite number: messages are made by this program.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    let writer = JSONWriter()
    do {
      try writer.value(value)
    } catch {
      fatalError("\(type(of: value)) has no JSON: \(error)")
    }
    return writer.bytes
  }
}
