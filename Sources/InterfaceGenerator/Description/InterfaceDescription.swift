/// The description of an interface (varlink.org, "Interface Definition"), read from its text.
package struct InterfaceDescription: Sendable {
  /// The interface's name (`org.varlink.service`).
  package let name: String
  /// The whole text.
  package let text: String
  /// The declared types, in their order.
  package let types: [TypeDescription]
  /// The methods, in their order.
  package let methods: [MethodDescription]
  /// The errors, in their order.
  package let errors: [ErrorDescription]

  /// Reads a description.
  /// - Throws: ``InterfaceDescriptionError``, with the line, when the text is malformed, declares a name
  ///   twice, or uses a type that it does not declare.
  package init(_ text: String) throws(InterfaceDescriptionError) {
    var parser = InterfaceParser(text)
    try parser.parse()
    self.text = text
    name = parser.name
    types = parser.types
    methods = parser.methods
    errors = parser.errors
  }
}
