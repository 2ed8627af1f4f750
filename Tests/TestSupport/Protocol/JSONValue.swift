import Foundation

/// A JSON value as Foundation reads it, for tests that know only the protocol's text.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Int64)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Reads a JSON text.
  package init(_ text: String) throws {
    self.init(try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
  }

  private init(_ value: Any) {
    self =
      switch value {
      case let text as String: .text(text)
      case let elements as [Any]: .array(elements.map { JSONValue($0) })
      case let members as [String: Any]: .object(members.mapValues { JSONValue($0) })
      case let number as NSNumber: number.isBool ? .bool(number.boolValue) : .number(number.int64Value)
      default: .null
      }
  }

  /// The value as JSON, with the members of objects in the order of their names.
  package var json: String {
    get throws {
      let options: JSONSerialization.WritingOptions = [
        .fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes,
      ]
      let data = try JSONSerialization.data(withJSONObject: object, options: options)
      return String(decoding: data, as: UTF8.self)
    }
  }

  private var object: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .number(let value): value
    case .text(let value): value
    case .array(let elements): elements.map(\.object)
    case .object(let members): members.mapValues(\.object)
    }
  }

  /// A member of an object.
  package subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}

extension NSNumber {
  /// Whether the number is a Boolean: other numbers have other sizes.
  fileprivate var isBool: Bool { String(cString: objCType) == "c" }
}
