import FoundationEssentials

/// How values become JSON and back. Both coders only hold settings and may be used from several threads.
package enum MessageCoding {
  private static let decoder = JSONDecoder()
  private static let encoder = {
    let encoder = JSONEncoder()
    // Sorted, because the order would differ from run to run otherwise.
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return encoder
  }()

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: ArraySlice<UInt8>
  ) throws -> Value {
    try decoder.decode(type, from: Data(bytes))
  }

  /// Traps on a value that has no JSON, such as an infinite number: messages are made by this program.
  package static func encode(_ value: some Encodable) -> [UInt8] {
    do {
      return try [UInt8](encoder.encode(value))
    } catch {
      fatalError("\(type(of: value)) has no JSON: \(error)")
    }
  }
}
