import Foundation

/// A message of the daemon, as JSON that was taken apart.
public struct RawReply: CustomStringConvertible {
  private let members: [String: Any]
  /// The message.
  public let description: String

  init(_ message: [UInt8]) throws {
    description = String(decoding: message, as: UTF8.self)
    guard let members = try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] else {
      throw RawConnectionError.notAnObject(description)
    }
    self.members = members
  }

  /// The error's full name; nil for a reply.
  public var error: String? { members["error"] as? String }

  /// Whether another reply to the same call follows.
  public var continues: Bool { members["continues"] as? Bool ?? false }

  /// A string among the parameters, by its dotted path.
  public func string(_ path: String) -> String? { value(path) as? String }

  /// A number among the parameters, by its dotted path.
  public func int(_ path: String) -> Int? { value(path) as? Int }

  /// How many elements an array among the parameters has.
  public func count(_ path: String) -> Int? { (value(path) as? [Any])?.count }

  /// The strings of an array among the parameters.
  public func strings(_ path: String) -> [String]? { value(path) as? [String] }

  private func value(_ path: String) -> Any? {
    path.split(separator: ".").reduce(members["parameters"]) { found, name in
      (found as? [String: Any])?[String(name)]
    }
  }
}
