/// The bounds of names in a field of ``Conditions``, for sources, simulations and expressions alike.
package enum ConditionNames {
  /// The largest number of names in a field.
  package static let limit = 64
  /// The length of a name, in bytes: a login name (useradd(8)), a connection's, a wireless network's.
  package static let lengthBytes = 1...255

  /// Returns the text in quotation marks, as the syntax has it. It goes by scalars, because a quotation mark
  /// with a combining mark behind it is another `Character`.
  static func quoted(_ text: String) -> String {
    // The common case has to be fast: the text of an expression quotes each of its names.
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
