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
