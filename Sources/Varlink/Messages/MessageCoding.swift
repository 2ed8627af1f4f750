import FoundationEssentials

/// How values become JSON and back. The decoder only holds settings and may be used from several threads.
package enum MessageCoding {
  private static let decoder = JSONDecoder()

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: ArraySlice<UInt8>
  ) throws -> Value {
    try decoder.decode(type, from: Data(bytes))
  }

  /// The value's JSON: members in the order in which their type declares them, those of dictionaries sorted.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    let output = JSONOutput()
    do { try output.write(value: value) } catch {
      // Only a type's own code could throw, and those of messages have none.
      fatalError("\(type(of: value)) has no JSON: \(error)")
    }
    return output.bytes
  }
}
