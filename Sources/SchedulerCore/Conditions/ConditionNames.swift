/// How many names a field of ``Conditions`` holds, and how long one is, whoever says it: a source, a
/// simulation or an expression.
package enum ConditionNames {
  /// A field holds no more names than these.
  package static let limit = 64
  /// The length of a name, in bytes: a login name (useradd(8)), a connection's, a wireless network's.
  package static let lengthBytes = 1...255

  /// A text in quotation marks, as the syntax has it: scalar by scalar, because with a combining mark behind
  /// it a quotation mark is another `Character`.
  static func quoted(_ text: String) -> String {
    // As nearly all are: what a task waits for is written with all names in it, and that is said of each.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"\(text)\""
    }
    var quoted = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }
}
