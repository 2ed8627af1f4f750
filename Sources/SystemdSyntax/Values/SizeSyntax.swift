/// The syntax of byte counts in systemd's settings: `4096`, `512K`, `32M`, with powers of 1024.
package enum SizeSyntax {
  private static let units: [Character: Int] = [
    "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40, "P": 1 << 50,
  ]

  /// Parses a number of bytes.
  /// - Throws: ``SyntaxError`` for anything but a whole number in range with an optional unit.
  package static func parse(_ text: String, in range: ClosedRange<Int>) throws(SyntaxError) -> Int {
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy(ASCII.isDigit)
    if isNumber, let number = Int(digits) {
      let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
      if !overflow, range.contains(bytes) { return bytes }
    }
    throw SyntaxError(
      found: text, problem: isNumber ? "is out of range" : "is not a number of bytes",
      allowed: "\(format(range)), with the units B, K, M, G, T, P or none",
      example: format(example(in: range)))
  }

  /// A bound that is larger than any machine is none, for people.
  private static func format(_ range: ClosedRange<Int>) -> String {
    let least = format(range.lowerBound)
    return range.upperBound > 1 << 50 ? "\(least) or more" : "\(least) to \(format(range.upperBound))"
  }

  /// Returns a size in the range as somebody may want it.
  private static func example(in range: ClosedRange<Int>) -> Int {
    [512 << 20, 1 << 20, 64 << 10].first(where: range.contains) ?? range.upperBound
  }

  /// Returns the shortest text of the number of bytes.
  package static func format(_ bytes: Int) -> String {
    let unit = units.filter { bytes >= $0.value && bytes % $0.value == 0 && $0.value > 1 }
      .max { $0.value < $1.value }
    return unit.map { "\(bytes / $0.value)\($0.key)" } ?? "\(bytes)"
  }
}
