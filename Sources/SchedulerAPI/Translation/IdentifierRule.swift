/// What tasks may be called.
package enum IdentifierRule {
  /// What a new task may be called, in words.
  package static let text =
    "parts of ASCII letters, digits, '-' and '_' with single dots between them, no '-' at the beginning"
  /// What names are made of, in words.
  static let characters = "ASCII letters, digits, '.', '-' and '_'"

  /// Whether a new task may be called so. Names go into units, files and command lines, where `-x` is an
  /// option and `..` the directory above.
  package static func permits(_ text: String) -> Bool {
    let bytes = text.utf8
    guard mayBeKnown(text), !bytes.contains(colon), bytes.first != dash, bytes.first != dot, bytes.last != dot
    else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == dot && $1 == dot }
  }

  /// Whether a task may be called so: what earlier versions accepted as well, and what an action is called,
  /// has to be found, to run and to be cancelled.
  package static func mayBeKnown(_ text: String) -> Bool {
    Wire.TaskRequest.Bounds.identifier ~= text.utf8.count
      && text.utf8.allSatisfy {
        FieldCheck.isLetterOrDigit($0) || $0 == dot || $0 == dash || $0 == colon || $0 == UInt8(ascii: "_")
      }
  }

  private static let dot = UInt8(ascii: ".")
  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")
}
