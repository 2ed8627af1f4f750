import Foundation

/// A message of the daemon, as parsed JSON.
package struct RawReply: CustomStringConvertible {
  private let message: JSONValue
  /// The text of the message.
  package let description: String

  init(_ message: [UInt8]) throws {
    description = String(decoding: message, as: UTF8.self)
    self.message = try JSONValue(description)
    guard case .object = self.message else { throw RawConnectionError.notAnObject(description) }
  }

  /// The names of the message's members.
  package var members: Set<String> {
    if case .object(let members) = message { Set(members.keys) } else { [] }
  }

  /// The error's full name; `nil` for a reply.
  package var error: String? { if case .text(let name)? = message["error"] { name } else { nil } }

  /// Whether another reply to the same call follows.
  package var continues: Bool { message["continues"] == .bool(true) }

  /// The parameters, which are empty when they are absent.
  package var parameters: JSONValue { message["parameters"] ?? .object([:]) }

  /// Returns a string among the parameters, by its dotted path.
  package func string(_ path: String) -> String? {
    if case .text(let text)? = value(path) { text } else { nil }
  }

  /// Returns a Boolean among the parameters, by its dotted path.
  package func bool(_ path: String) -> Bool? {
    if case .bool(let bool)? = value(path) { bool } else { nil }
  }

  /// Returns a number among the parameters, by its dotted path.
  package func int(_ path: String) -> Int? {
    if case .number(let number)? = value(path) { Int(number) } else { nil }
  }

  /// Returns the number of elements of an array among the parameters.
  package func count(_ path: String) -> Int? {
    if case .array(let elements)? = value(path) { elements.count } else { nil }
  }

  /// Returns the strings of an array among the parameters.
  package func strings(_ path: String) -> [String]? {
    guard case .array(let elements)? = value(path) else { return nil }
    return elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private func value(_ path: String) -> JSONValue? {
    path.split(separator: ".").reduce(parameters) { found, name in found?[String(name)] }
  }
}
