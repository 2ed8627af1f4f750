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
