/// A method of an interface: its name and the types of both its messages, shared by the two ends.
public protocol VarlinkMethod: Sendable {
  /// What a call carries. Encodes as an object.
  associatedtype Parameters: Codable & Hashable & Sendable
  /// What a reply carries. Encodes as an object.
  associatedtype Reply: Codable & Hashable & Sendable
  /// The interface and the method (`org.varlink.service.GetInfo`).
  static var name: String { get }
}
