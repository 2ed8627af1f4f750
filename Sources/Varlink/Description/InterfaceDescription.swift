/// The description of an interface (varlink.org, "Interface Definition"), read from its text. It is what a
/// service shows to its callers, and what it holds their calls against.
public struct InterfaceDescription: Sendable {
  /// The interface's name (`org.varlink.service`).
  public let name: String
  /// The whole text.
  public let text: String

  /// The declared types, by name.
  package let types: [String: ValueType]
  /// The methods, by name without the interface.
  package let methods: [String: MethodDescription]
  /// What the errors carry, by name without the interface.
  package let errors: [String: [Field]]

  /// Reads a description.
  /// - Throws: ``InterfaceDescriptionError``, with the line, when the text is malformed, declares a name
  ///   twice, or uses a type that it does not declare.
  public init(_ text: String) throws(InterfaceDescriptionError) {
    var parser = InterfaceParser(text)
    try parser.parse()
    self.text = text
    name = parser.name
    types = parser.types
    methods = parser.methods
    errors = parser.errors
  }

  /// Holds JSON against a declared type, as a service does with what it is sent.
  /// - Throws: The field, what was found and what is expected.
  public func check(
    _ json: [UInt8], against type: String, limits: MessageLimits = MessageLimits()
  ) throws(InvalidValue) {
    var scanner = JSONScanner(json, nestingLimit: limits.nesting)
    try ValueChecker(types: types).whole(.named(type), &scanner)
  }
}
