/// A method of an interface: its name and the types of both its messages, shared by the two ends.
package protocol VarlinkMethod: Sendable {
  /// What a call carries: an object.
  associatedtype Parameters: MessageValue
  /// What a reply carries: an object.
  associatedtype Reply: MessageValue
  /// The interface and the method (`org.varlink.service.GetInfo`).
  static var name: String { get }
}
