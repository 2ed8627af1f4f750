import FoundationEssentials

/// A message as Foundation reads it, with which this project's own reader and writer are compared.
struct PlainMessage: Decodable {
  /// Any value of JSON.
  enum Value: Decodable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let integer = try? value.decode(Int64.self) {
        self = .integer(integer)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let string = try? value.decode(String.self) {
        self = .string(string)
      } else if let array = try? value.decode([Value].self) {
        self = .array(array)
      } else {
        // An absent member may be written as null.
        self = .object(try value.decode([String: Value].self).filter { $0.value != .null })
      }
    }
  }

  private enum CodingKeys: CodingKey {
    case error
    case parameters
  }

  let error: String?
  let parameters: Value

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    error = try members.decodeIfPresent(String.self, forKey: .error)
    parameters = try members.decodeIfPresent(Value.self, forKey: .parameters) ?? .object([:])
  }

  /// Reads a message; `nil` when the bytes are none.
  init?(_ bytes: some Sequence<UInt8>) {
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = message
  }
}
