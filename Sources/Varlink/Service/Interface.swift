/// An interface as a service shows it to its callers.
package struct Interface: Sendable {
  /// The interface's name (`org.varlink.service`).
  package let name: String
  private let description: @Sendable () -> String

  /// Creates an interface.
  /// - Parameter text: The description, as its file has it. It is made when a caller asks for it.
  package init(name: String, text: @autoclosure @escaping @Sendable () -> String) {
    self.name = name
    description = text
  }

  /// The description in the interface description language.
  package var text: String { description() }
}

/// A call of one interface with its parameters.
package protocol InterfaceCall: Sendable {
  /// The interface that is called.
  static var interface: Interface { get }

  /// Reads the next value, an object, as the parameters of a method.
  /// - Parameter method: The method's name without the interface.
  /// - Returns: `nil` when the interface has no such method.
  /// - Throws: ``InvalidValue``: the place, what was found there and what is expected.
  init?(method: Substring, from reader: inout JSONReader) throws(InvalidValue)

  /// Whether the method may only be called with `more`.
  var needsMore: Bool { get }
}

/// A method of an interface: its name and the types of both its messages, shared by the two ends.
package protocol VarlinkMethod: Sendable {
  /// The parameters of a call, an object.
  associatedtype Parameters: MessageValue
  /// The parameters of a reply, an object.
  associatedtype Reply: MessageValue
  /// The method's name with its interface (`org.varlink.service.GetInfo`).
  static var name: String { get }
}
