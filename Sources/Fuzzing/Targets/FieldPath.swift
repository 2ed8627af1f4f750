import InterfaceGenerator

/// The dotted paths of errors (`command.argv[2]`), compared with the protocol file.
enum FieldPath {
  static func exists(_ path: String, in fields: [Field]) -> Bool {
    leads(to: path[...], from: .structure(fields))
  }

  private static func leads(to path: Substring, from type: ValueType) -> Bool {
    if path.isEmpty { return true }
    switch type {
    case .optional(let wrapped): return leads(to: path, from: wrapped)
    case .named(let name): return leads(to: path, from: ProtocolText.type(name))
    case .structure(let fields):
      let rest = path.drop { $0 == "." }
      let name = rest.prefix { $0 != "." && $0 != "[" }
      guard let field = fields.first(where: { $0.name == name }) else { return false }
      return leads(to: rest.dropFirst(name.count), from: field.type)
    case .array(let element):
      guard path.first == "[", let end = path.firstIndex(of: "]"), Int(path.dropFirst()[..<end]) != nil else {
        return false
      }
      return leads(to: path[path.index(after: end)...], from: element)
    // A member may have any name.
    case .map, .object: return path.first == "."
    case .bool, .int, .float, .string, .enumeration: return false
    }
  }
}
