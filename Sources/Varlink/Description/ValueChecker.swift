/// Holds a value of a message against its declared type: types, enumerations, ranges, unknown and missing
/// fields.
struct ValueChecker {
  let types: [String: ValueType]

  /// Walks over a value that is all there is.
  func whole(_ type: ValueType, _ scanner: inout JSONScanner) throws(InvalidValue) {
    try value(type, &scanner)
    guard scanner.peek() == nil else { throw scanner.unexpected("the end") }
  }

  /// Walks over the object at the scanner's index.
  func structure(_ fields: [Field], _ scanner: inout JSONScanner) throws(InvalidValue) {
    var seen = [Bool](repeating: false, count: fields.count)
    try scanner.object { (scanner, key) throws(InvalidValue) in
      guard let place = index(of: key, in: fields, of: scanner.bytes) else {
        let known = fields.isEmpty ? "there are none" : fields.map(\.name).joined(separator: ", ")
        throw scanner.invalid("unknown field; the fields are \(known)")
      }
      guard !seen[place] else { throw scanner.invalid("given twice") }
      seen[place] = true
      try value(fields[place].type, &scanner)
    }
    for (field, isSeen) in zip(fields, seen) where !isSeen && !field.isOptional {
      throw scanner.invalid("missing; expected is \(name(field.type, of: field.name))", at: field.name)
    }
  }

  private func index(of key: JSONString, in fields: [Field], of bytes: [UInt8]) -> Int? {
    if key.isEscaped {
      let name = JSONText.decode(key, in: bytes)
      return fields.firstIndex { $0.name == name }
    }
    let name = bytes[key.range]
    return fields.firstIndex { $0.name.utf8.count == name.count && $0.name.utf8.elementsEqual(name) }
  }

  private func value(_ type: ValueType, _ scanner: inout JSONScanner) throws(InvalidValue) {
    let first = scanner.peek()
    switch type {
    case .optional(let wrapped):
      if first == UInt8(ascii: "n") { try scanner.value() } else { try value(wrapped, &scanner) }
    case .named(let name):
      // The parser has seen to it that every name is declared.
      if let declared = types[name] { try value(declared, &scanner) }
    case .structure(let fields):
      guard first == UInt8(ascii: "{") else { throw mismatch(type, &scanner) }
      try structure(fields, &scanner)
    case .object:
      guard first == UInt8(ascii: "{") else { throw mismatch(type, &scanner) }
      try scanner.value()
    case .array(let element):
      guard first == UInt8(ascii: "[") else { throw mismatch(type, &scanner) }
      try scanner.array { (scanner) throws(InvalidValue) in try value(element, &scanner) }
    case .map(let element):
      guard first == UInt8(ascii: "{") else { throw mismatch(type, &scanner) }
      var seen: Set<String> = []
      try scanner.object { (scanner, key) throws(InvalidValue) in
        guard seen.insert(JSONText.decode(key, in: scanner.bytes)).inserted else {
          throw scanner.invalid("given twice")
        }
        try value(element, &scanner)
      }
    case .string:
      guard first == UInt8(ascii: "\"") else { throw mismatch(type, &scanner) }
      _ = try scanner.string()
    case .enumeration(let names):
      let start = scanner.index
      guard first == UInt8(ascii: "\"") else { throw mismatch(type, &scanner) }
      guard names.contains(JSONText.decode(try scanner.string(), in: scanner.bytes)) else {
        scanner.rewind(to: start)
        throw mismatch(type, &scanner)
      }
    case .bool:
      guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { throw mismatch(type, &scanner) }
      try scanner.value()
    case .int, .float: try number(type, &scanner)
    }
  }

  private func number(_ type: ValueType, _ scanner: inout JSONScanner) throws(InvalidValue) {
    switch scanner.peek() {
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): break
    default: throw mismatch(type, &scanner)
    }
    let (range, isWhole) = try scanner.number()
    let text = String(decoding: scanner.bytes[range], as: UTF8.self)
    let isInRange =
      type == .int ? isWhole && Int64(text) != nil : Double(text).map(\.isFinite) == true
    guard isInRange else {
      scanner.rewind(to: range.lowerBound)
      throw mismatch(type, &scanner)
    }
  }

  /// Says what was found and what is allowed.
  private func mismatch(_ type: ValueType, _ scanner: inout JSONScanner) -> InvalidValue {
    let found: String
    switch scanner.peek() {
    case nil: return scanner.unexpected(name(type, of: scanner.member))
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "an array"
    case UInt8(ascii: "\""):
      let start = scanner.index
      found =
        (try? scanner.string()).map { "\"\(JSONText.short(JSONText.decode($0, in: scanner.bytes)))\"" } ?? ""
      scanner.rewind(to: start)
    default:
      let literal = scanner.bytes[scanner.index...].prefix {
        $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "]") && $0 > 0x20
      }
      found = JSONText.short(String(decoding: literal, as: UTF8.self))
    }
    return scanner.invalid("found \(found), expected is \(name(type, of: scanner.member))")
  }

  /// The type in words. The names of fields that are times say so, as they do in systemd's interfaces:
  /// without that, people write dates as they write them elsewhere.
  private func name(_ type: ValueType, of field: String?) -> String {
    switch type {
    case .bool: "true or false"
    case .int where field?.hasSuffix("DurationUSec") == true:
      "a length of time: a whole number of microseconds, such as 900000000 for 15 min"
    case .int where field?.hasSuffix("USec") == true:
      "a date: a whole number of microseconds since 1970 began in UTC, such as 1767225600000000 for "
        + "2026-01-01T00:00:00Z"
    case .int: "a whole number from \(Int64.min) to \(Int64.max)"
    case .float: "a number"
    case .string: "a string"
    case .object, .structure, .map: "an object"
    case .enumeration(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .array(let element): "an array, each element \(name(element, of: nil))"
    case .optional(let wrapped): "\(name(wrapped, of: field)), or nothing"
    case .named(let declared): types[declared].map { name($0, of: field) } ?? declared
    }
  }
}
