/// An interface as a service shows it to its callers.
package struct Interface: Hashable, Sendable {
  /// Its name (`org.varlink.service`).
  package let name: String
  /// The text that describes it, in the interface description language.
  package let text: String

  /// An interface.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// A call of one interface with what it carries.
package protocol InterfaceCall: Sendable {
  /// The interface.
  static var interface: Interface { get }

  /// Takes the parameters of a method, an object, which is next.
  /// - Parameter method: By name without the interface.
  /// - Returns: Nil when the interface has no such method.
  /// - Throws: The place of what cannot be accepted, what was found there and what is expected.
  init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue)

  /// The method may only be called with `more`.
  var needsMore: Bool { get }
}

/// A method of an interface: its name and the types of both its messages, shared by the two ends.
package protocol VarlinkMethod: Sendable {
  /// What a call carries: an object.
  associatedtype Parameters: MessageValue
  /// What a reply carries: an object.
  associatedtype Reply: MessageValue
  /// The interface and the method (`org.varlink.service.GetInfo`).
  static var name: String { get }
}
