/// An interface as a service shows it to its callers.
package struct Interface: Hashable, Sendable {
  /// Its name (`org.varlink.service`).
  package let name: String
  private let bytes: [UInt8]

  /// An interface.
  /// - Parameter bytes: The text that describes it, as its file has it.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The text that describes it, in the interface description language.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
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
