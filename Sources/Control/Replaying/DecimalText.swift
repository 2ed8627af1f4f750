/// The text of numbers with a point, which needs no library.
enum DecimalText {
  /// Returns a number with at most so many digits behind the point, without zeros at its end.
  /// - Parameter value: A number that is not negative.
  static func of(_ value: Double, digits: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = Int64((value * Double(unit)).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: unit)
    guard rest > 0 else { return "\(whole)" }
    var fraction = String("\(unit + rest)".dropFirst())
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}
