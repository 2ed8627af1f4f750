package import Varlink

/// A type whose values are names in the protocol: the raw values, which need no escape in JSON. The type is
/// in this module, not in `Varlink`, because only generic code of the same module is specialized.
package protocol MessageWord: MessageValue, CaseIterable, RawRepresentable<String> {}

extension MessageWord {
  /// Reads the next name.
  package init(from reader: inout JSONReader) throws(InvalidValue) {
    let start = reader.mark
    if let name = try reader.possibleWord() {
      for value in Self.allCases where reader.equals(name, value.rawValue) {
        self = value
        return
      }
    }
    reader.rewind(to: start)
    throw reader.mismatch(Self.expectation)
  }

  /// Writes the name.
  package func write(to writer: inout JSONWriter) { writer.word(rawValue) }

  /// The names that are allowed.
  package static var expectation: String {
    "one of " + allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
  }
}
