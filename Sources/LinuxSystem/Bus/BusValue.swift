import CSystemd

/// The value of a service's property, where its type is a simple one.
package enum BusValue: Hashable, Sendable {
  case flag(Bool)
  /// Any whole number that fits; a larger one is ``other``.
  case number(Int64)
  case real(Double)
  /// A string, or the path of an object.
  case text(String)
  /// An array of strings or of paths.
  case texts([String])
  /// A value of another type, or longer than allowed.
  case other

  /// The value if it is a flag, else nil; the other properties likewise.
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var number: Int64? { if case .number(let number) = self { number } else { nil } }
  package var real: Double? { if case .real(let real) = self { real } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
}

extension BusReader {
  /// The longest text of a ``BusValue``, in bytes, and the longest list.
  private static var textLimit: Int { 4096 }
  private static var listLimit: Int { 1024 }

  /// Reads a variant (`v`) of any type.
  /// - Throws: ``BusError/format(_:)`` when there is none.
  package func value() throws(BusError) -> BusValue {
    let type = try variantType
    switch type {
    case "b": return .flag(try variant(type) { (reader) throws(BusError) in try reader.bool() })
    case "y": return .number(try variant(type) { (reader) throws(BusError) in Int64(try reader.byte()) })
    case "i": return .number(try variant(type) { (reader) throws(BusError) in Int64(try reader.int32()) })
    case "u": return .number(try variant(type) { (reader) throws(BusError) in Int64(try reader.uint32()) })
    case "x": return .number(try variant(type) { (reader) throws(BusError) in try reader.int64() })
    case "t":
      let number = try variant(type) { (reader) throws(BusError) in try reader.uint64() }
      return Int64(exactly: number).map { .number($0) } ?? .other
    case "d": return .real(try variant(type) { (reader) throws(BusError) in try reader.double() })
    case "s":
      return Self.text(try variant(type) { (reader) throws(BusError) in try reader.string(limit: .max) })
    case "o":
      return Self.text(try variant(type) { (reader) throws(BusError) in try reader.objectPath(limit: .max) })
    case "as":
      return Self.texts(
        try variant(type) { (reader) throws(BusError) in
          try reader.array(of: "s", limit: .max) { (reader) throws(BusError) in try reader.string(limit: .max)
          }
        })
    case "ao":
      return Self.texts(
        try variant(type) { (reader) throws(BusError) in
          try reader.array(of: "o", limit: .max) { (reader) throws(BusError) in
            try reader.objectPath(limit: .max)
          }
        })
    default:
      try skip("v")
      return .other
    }
  }

  // Values that are too long are read all the same: a container has to be read to its end.

  private static func text(_ text: String) -> BusValue { text.utf8.count <= textLimit ? .text(text) : .other }

  private static func texts(_ texts: [String]) -> BusValue {
    texts.count <= listLimit && texts.allSatisfy { $0.utf8.count <= textLimit } ? .texts(texts) : .other
  }
}
