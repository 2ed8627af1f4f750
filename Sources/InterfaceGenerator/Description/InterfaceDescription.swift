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

/// A type that an interface declares.
package struct TypeDescription: Hashable, Sendable {
  package let name: String
  /// A structure or an enumeration.
  package let type: ValueType
  /// The comment before the type, one element a line.
  package let comment: [String]
}

/// A field of a structure of the interface description language.
package struct Field: Hashable, Sendable {
  package let name: String
  package let type: ValueType
  /// The comment before the field, one element a line.
  package var comment: [String] = []

  /// Whether the field may be absent or null.
  package var isOptional: Bool {
    if case .optional = type { true } else { false }
  }
}

/// A type of the interface description language.
package indirect enum ValueType: Hashable, Sendable {
  case bool
  case int
  case float
  case string
  /// Any JSON object.
  case object
  /// An enumeration: `(a, b)`
  case enumeration([String])
  /// A structure: `(name: type, …)`
  case structure([Field])
  /// An array: `[]type`
  case array(ValueType)
  /// A map: `[string]type`
  case map(ValueType)
  /// An optional: `?type`
  case optional(ValueType)
  /// A type that the interface declares.
  case named(String)
}

/// A method of an interface, with the fields of its call and its reply.
package struct MethodDescription: Hashable, Sendable {
  /// A mark in the parentheses with which a method's comment begins: `(read-only, more)`.
  package enum Mark: String, Sendable {
    /// The method changes nothing.
    case readOnly = "read-only"
    /// The method may be called with `more`, and then replies more than once.
    case more
    /// The method may only be called with `more`.
    case needsMore = "needs more"
    /// The method is only for root and for the daemon's user.
    case privileged
  }

  /// The method's name, without the interface.
  package let name: String
  /// The fields of a call.
  package let parameters: [Field]
  /// The fields of a reply.
  package let reply: [Field]
  /// The comment before the method, one element a line.
  package let comment: [String]
  /// The marks with which the comment begins.
  package let marks: Set<Mark>
}

extension Set<MethodDescription.Mark> {
  /// Reads the marks with which a comment begins.
  /// - Returns: `nil` when the parentheses hold an unknown mark.
  init?(of comment: [String]) {
    self = []
    guard let first = comment.first, first.hasPrefix("(") else { return }
    for word in first.dropFirst().prefix(while: { $0 != ")" }).split(separator: ",") {
      guard let mark = MethodDescription.Mark(rawValue: String(word.drop { $0 == " " })) else { return nil }
      insert(mark)
    }
  }
}

/// An error of an interface, with its fields.
package struct ErrorDescription: Hashable, Sendable {
  /// The error's name, without the interface.
  package let name: String
  /// The error's parameters, in their order.
  package let fields: [Field]
  /// The comment before the error, one element a line.
  package let comment: [String]
}

/// An error in the text of an interface description.
package struct InterfaceDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the line, from 1.
  package let line: Int
  /// The problem in that line.
  package let message: String

  /// The line and the problem.
  package var description: String { "line \(line): \(message)" }
}
