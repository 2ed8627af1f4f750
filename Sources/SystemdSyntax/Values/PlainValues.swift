/// The syntax of whole numbers within bounds.
package enum IntegerSyntax {
  /// Parses a decimal number.
  /// - Throws: ``SyntaxError`` for anything but ASCII digits with an optional sign, and for a number out of
  ///   range.
  package static func parse(_ text: String, in range: ClosedRange<Int>) throws(SyntaxError) -> Int {
    // A conversion of digits fails for a number that is too large, which is out of range like any other.
    let digits = text.utf8.first.map { $0 == 0x2D || $0 == 0x2B } == true ? text.dropFirst() : text[...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy(ASCII.isDigit)
    if isNumber, let value = Int(text), range.contains(value) { return value }
    throw SyntaxError(
      found: text, problem: isNumber ? "is out of range" : "is not a whole number",
      allowed: "\(range.lowerBound) to \(range.upperBound)", example: "\(range.lowerBound)")
  }
}

/// The syntax of Boolean values in systemd: systemd.syntax(7), "Boolean arguments".
package enum BooleanSyntax {
  /// Parses `1`, `yes`, `y`, `true`, `t`, `on` and `0`, `no`, `n`, `false`, `f`, `off`, in either case.
  /// - Throws: ``SyntaxError`` for everything else.
  package static func parse(_ text: String) throws(SyntaxError) -> Bool {
    switch text.lowercased() {
    case "1", "yes", "y", "true", "t", "on": return true
    case "0", "no", "n", "false", "f", "off": return false
    default:
      throw SyntaxError(
        found: text, problem: "is neither yes nor no", allowed: "yes, no, true, false, on, off, 1 or 0",
        example: "yes")
    }
  }

  /// Returns `yes` or `no`.
  package static func format(_ value: Bool) -> String { value ? "yes" : "no" }
}

/// The syntax of percentages in systemd's settings: `50%`. The sign may be left out.
package enum PercentSyntax {
  /// Parses a whole number of percent.
  /// - Throws: ``SyntaxError`` when it is none, or out of range.
  package static func parse(_ text: String, in range: ClosedRange<Int>) throws(SyntaxError) -> Int {
    try IntegerSyntax.parse(text.last == "%" ? String(text.dropLast()) : text, in: range)
  }
}
