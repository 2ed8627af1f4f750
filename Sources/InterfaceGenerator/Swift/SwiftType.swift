/// The Swift form of a type of the description language: its name, and the code that reads and writes it.
struct SwiftType {
  let type: ValueType
  /// The field that has the type: its name tells times, and its comment bounded numbers.
  let field: Field
  /// The namespace of declared types.
  let namespace: String

  init(_ field: Field, namespace: String) {
    self.init(field.type, of: field, namespace)
  }

  private init(_ type: ValueType, of field: Field, _ namespace: String) {
    self.type = type
    self.field = field
    self.namespace = namespace
  }

  private func inner(_ type: ValueType) -> SwiftType { SwiftType(type, of: field, namespace) }

  /// The type without its optionality.
  var wrapped: SwiftType {
    if case .optional(let type) = type { inner(type) } else { self }
  }

  /// The type's name in a declaration.
  var name: String {
    switch type {
    case .bool: "Bool"
    case .int: integerName
    case .string: "String"
    case .named(let name): "\(namespace).\(name)"
    case .structure: SwiftName.uppercased(field.name)
    case .array(let element): "[\(inner(element).name)]"
    case .map(let element): "[String: \(inner(element).name)]"
    case .optional(let wrapped): inner(wrapped).name + "?"
    case .float, .object, .enumeration: fatalError("no interface of this project has \(type)")
    }
  }

  /// Whether the interface declares the type, or the type of the value that may be absent.
  var isDeclared: Bool {
    switch wrapped.type {
    case .named, .structure: true
    default: false
    }
  }

  private var integerName: String {
    switch Bounds(in: field.comment)?.range {
    case 0...Int64(UInt32.max): "UInt32"
    case Int64(Int32.min)...Int64(Int32.max): "Int32"
    case 0...Int64.max: "Int64"
    default: field.name.hasSuffix("USec") ? "Int64" : "Int"
    }
  }

  /// Whether the type itself has these bounds.
  func bounds(_ range: ClosedRange<Int64>) -> Bool {
    switch wrapped.name {
    case "UInt32": range == 0...Int64(UInt32.max)
    case "Int32": range == Int64(Int32.min)...Int64(Int32.max)
    default: false
    }
  }

  /// An expression that takes the value from `reader`.
  var reading: String {
    switch type {
    case .bool: "try reader.flag()"
    case .int: integerReading
    case .string: "try reader.text()"
    case .named, .structure: "try \(name)(from: &reader)"
    case .array(.string): "try reader.texts()"
    case .array(.named): "try reader.values()"
    case .map(.string): "try reader.namedTexts()"
    case .map(.int): "try reader.namedCounts()"
    case .optional(let wrapped): inner(wrapped).reading
    case .array, .map, .float, .object, .enumeration: fatalError("no interface of this project has \(type)")
    }
  }

  /// The function of a reader that takes a list up to its bound.
  var listReader: String {
    switch wrapped.type {
    case .array(.string): "texts"
    case .array(.named): "values"
    case .map(.string): "namedTexts"
    default: fatalError("no interface of this project has bounds for the elements of \(type)")
    }
  }

  private var integerReading: String {
    switch integerName {
    case "Int64": "try reader.integer()"
    case "Int": "Int(try reader.integer())"
    case let narrow: "try reader.\(narrow.lowercased())()"
    }
  }
}
