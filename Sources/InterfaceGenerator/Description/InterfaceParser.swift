/// A parser of the interface description language.
struct InterfaceParser {
  private(set) var name = ""
  private(set) var types: [TypeDescription] = []
  private(set) var methods: [MethodDescription] = []
  private(set) var errors: [ErrorDescription] = []
  private var declared: Set<String> = []

  private var rest: Substring.UTF8View
  private var line = 1
  /// The types that are used, with their lines, to check at the end that all of them are declared.
  private var uses: [(name: String, line: Int)] = []
  /// The comment lines that were passed since the last name or the last empty line.
  private var comment: [String] = []

  init(_ text: String) { rest = text[...].utf8 }

  mutating func parse() throws(InterfaceDescriptionError) {
    try keyword("interface")
    name = try word("the interface's name") { Self.isLetter($0) || $0 == 0x2E || $0 == 0x2D }
    while peek() != nil {
      let comment = takeComment()
      let declaration = try word("type, method or error", of: Self.isLetter)
      let member = try word("a name", of: Self.isLetter)
      guard declared.insert(member).inserted else { throw failure("\(member) is declared twice") }
      switch declaration {
      case "type": types.append(TypeDescription(name: member, type: try type(), comment: comment))
      case "error": errors.append(ErrorDescription(name: member, fields: try fields(), comment: comment))
      case "method":
        guard let marks = Set<MethodDescription.Mark>(of: comment) else {
          throw failure("\(member) is marked \(comment[0].prefix { $0 != ")" })), which is unknown")
        }
        let parameters = try fields()
        try symbol("->")
        methods.append(
          MethodDescription(
            name: member, parameters: parameters, reply: try fields(), comment: comment, marks: marks))
      default: throw failure("expected type, method or error, found \(declaration)")
      }
    }
    for use in uses where !types.contains(where: { $0.name == use.name }) {
      throw InterfaceDescriptionError(line: use.line, message: "the type \(use.name) is not declared")
    }
  }

  // MARK: Types

  private mutating func type() throws(InterfaceDescriptionError) -> ValueType {
    switch peek() {
    case UInt8(ascii: "?"):
      try symbol("?")
      return .optional(try type())
    case UInt8(ascii: "["):
      try symbol("[")
      if peek() == UInt8(ascii: "]") {
        try symbol("]")
        return .array(try type())
      }
      try keyword("string")
      try symbol("]")
      return .map(try type())
    case UInt8(ascii: "("): return try group()
    default:
      let line = line
      switch try word("a type", of: Self.isLetter) {
      case "bool": return .bool
      case "int": return .int
      case "float": return .float
      case "string": return .string
      case "object": return .object
      case let other:
        uses.append((other, line))
        return .named(other)
      }
    }
  }

  /// Reads the fields of a structure; an enumeration is an error.
  private mutating func fields() throws(InterfaceDescriptionError) -> [Field] {
    guard case .structure(let fields) = try group() else { throw failure("expected fields with their types") }
    return fields
  }

  /// Reads a structure, or an enumeration, whose names have no types.
  private mutating func group() throws(InterfaceDescriptionError) -> ValueType {
    try symbol("(")
    var fields: [Field] = []
    var names: [String] = []
    while peek() != UInt8(ascii: ")") {
      if !names.isEmpty { try symbol(",") }
      _ = peek()
      let comment = takeComment()
      let name = try word("a name", of: Self.isLetter)
      guard !names.contains(name) else { throw failure("\(name) is there twice") }
      names.append(name)
      if peek() == UInt8(ascii: ":") {
        try symbol(":")
        fields.append(Field(name: name, type: try type(), comment: comment))
      }
    }
    try symbol(")")
    if fields.count == names.count { return .structure(fields) }
    guard fields.isEmpty else { throw failure("some names have a type, some have none") }
    return .enumeration(names)
  }

  // MARK: Words

  private func failure(_ message: String) -> InterfaceDescriptionError {
    InterfaceDescriptionError(line: line, message: message)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Skips white space and comments, and returns the next byte, or `nil` at the end.
  private mutating func peek() -> UInt8? {
    var isLineEmpty = false
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "#"):
        let text = rest.dropFirst().prefix { $0 != 0x0A }
        comment.append(String(decoding: text.starts(with: " ".utf8) ? text.dropFirst() : text, as: UTF8.self))
        rest = rest[text.endIndex...]
        isLineEmpty = false
      case 0x0A:
        line += 1
        rest = rest.dropFirst()
        if isLineEmpty { comment = [] }
        isLineEmpty = true
      case 0x20, 0x09, 0x0D: rest = rest.dropFirst()
      default: return byte
      }
    }
    return nil
  }

  private mutating func takeComment() -> [String] {
    defer { comment = [] }
    return comment
  }

  private mutating func symbol(_ symbol: String) throws(InterfaceDescriptionError) {
    _ = peek()
    guard rest.starts(with: symbol.utf8) else { throw failure("expected \(symbol)") }
    rest = rest.dropFirst(symbol.utf8.count)
  }

  private mutating func keyword(_ keyword: String) throws(InterfaceDescriptionError) {
    guard try word(keyword, of: Self.isLetter) == keyword else { throw failure("expected \(keyword)") }
  }

  private mutating func word(
    _ what: String, of allowed: (UInt8) -> Bool
  ) throws(InterfaceDescriptionError) -> String {
    _ = peek()
    let word = rest.prefix(while: allowed)
    guard !word.isEmpty else { throw failure("expected \(what)") }
    rest = rest[word.endIndex...]
    return String(decoding: word, as: UTF8.self)
  }
}
