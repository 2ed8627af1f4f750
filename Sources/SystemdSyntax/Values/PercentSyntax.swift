/// The syntax of percentages in systemd's settings: `50%`. The sign may be left out.
package enum PercentSyntax {
  /// Parses a whole number of percent.
  /// - Throws: ``SyntaxError`` when it is none, or out of range.
  package static func parse(_ text: String, in range: ClosedRange<Int>) throws(SyntaxError) -> Int {
    try IntegerSyntax.parse(text.last == "%" ? String(text.dropLast()) : text, in: range)
  }
}
