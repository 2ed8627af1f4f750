/// The syntax of time spans in systemd: systemd.time(7), "Parsing time spans" and "Displaying time spans".
package enum TimeSpanSyntax {
  /// The value of the text `infinity`.
  package static let infinity = Int64.max

  /// A unit, its length in microseconds, and its spellings, of which the first is written.
  private struct Unit {
    var uSec: Int64
    var spellings: [String]
  }

  /// Months have 30.44 days and years 365.25, as in systemd.time(7).
  private static let units = [
    Unit(uSec: 31_557_600_000_000, spellings: ["y", "year", "years"]),
    Unit(uSec: 2_629_800_000_000, spellings: ["month", "months", "M"]),
    Unit(uSec: 604_800_000_000, spellings: ["w", "week", "weeks"]),
    Unit(uSec: 86_400_000_000, spellings: ["d", "day", "days"]),
    Unit(uSec: 3_600_000_000, spellings: ["h", "hr", "hour", "hours"]),
    Unit(uSec: 60_000_000, spellings: ["min", "minute", "minutes", "m"]),
    Unit(uSec: 1_000_000, spellings: ["s", "sec", "second", "seconds"]),
    Unit(uSec: 1000, spellings: ["ms", "msec"]),
    Unit(uSec: 1, spellings: ["us", "usec", "\u{B5}s", "\u{3BC}s"]),
  ]

  /// Parses a length such as `30s`, `1d 2h`, `1.5h`, `5 days`, `infinity`; without a unit it is seconds.
  /// - Returns: Microseconds, not negative; ``infinity`` for `infinity`. Fractions of a microsecond are
  ///   dropped.
  /// - Throws: ``SyntaxError`` for anything else, and for lengths of more than 292,000 years.
  package static func parse(_ text: String) throws(SyntaxError) -> Int64 {
    if ASCII.trimmed(text) == "infinity" { return infinity }
    var rest = text.utf8[...]
    var total: Int64 = 0
    var isEmpty = true
    while true {
      rest = rest.drop(while: ASCII.isSpace)
      if rest.isEmpty { break }
      let whole = rest.prefix(while: ASCII.isDigit)
      rest = rest.dropFirst(whole.count)
      var fraction = rest.prefix(0)
      if rest.first == 0x2E {
        rest = rest.dropFirst()
        fraction = rest.prefix(while: ASCII.isDigit)
        rest = rest.dropFirst(fraction.count)
        guard !fraction.isEmpty, rest.first != 0x2E else { throw failure(text) }
      }
      guard !whole.isEmpty || !fraction.isEmpty else { throw failure(text) }
      rest = rest.drop(while: ASCII.isSpace)
      let name = rest.prefix { !ASCII.isDigit($0) && !ASCII.isSpace($0) && $0 != 0x2E }
      rest = rest.dropFirst(name.count)
      guard let uSec = length(ofUnit: name) else { throw failure(text) }
      guard let part = product(whole: whole, fraction: fraction, uSec: uSec) else { throw tooLong(text) }
      let (sum, overflow) = total.addingReportingOverflow(part)
      // The largest value stands for infinity.
      guard !overflow, sum < infinity else { throw tooLong(text) }
      total = sum
      isEmpty = false
    }
    if isEmpty { throw failure(text) }
    return total
  }

  /// Returns the text of bounds on a length: `1s to 100 years`, `more than 0 to 1d`.
  package static func format(_ bounds: ClosedRange<Int64>) -> String {
    let most = bounds.upperBound == 100 * 366 * 86_400_000_000 ? "100 years" : format(bounds.upperBound)
    return "\(bounds.lowerBound == 1 ? "more than 0" : format(bounds.lowerBound)) to \(most)"
  }

  /// Returns a length as systemd writes it: `1d 2h`, `10min`, `1.5s`, `250ms`, `infinity`, and `0`.
  /// - Parameters:
  ///   - uSec: Microseconds. A negative length gets a minus sign, which ``parse(_:)`` does not read.
  ///   - accuracy: Microseconds; smaller parts are left out, unless there are no others to show.
  ///   - maximumUnits: The largest number of units, counted from the first that is not zero.
  package static func format(_ uSec: Int64, accuracy: Int64 = 1, maximumUnits: Int = .max) -> String {
    if uSec == infinity { return "infinity" }
    if uSec == 0 { return "0" }
    var rest = uSec.magnitude
    var parts: [String] = []
    var unitsLeft: Int?
    for (index, unit) in units.enumerated() {
      let length = unit.uSec.magnitude
      if let left = unitsLeft {
        if left == 0 { break }
        unitsLeft = left - 1
      }
      if !parts.isEmpty && rest < accuracy.magnitude { break }
      guard rest >= length else { continue }
      if unitsLeft == nil { unitsLeft = max(maximumUnits, 1) - 1 }
      // Below a minute a fraction is easier to read than three units.
      let isFractional =
        index >= secondsIndex && length > 1 && rest % length != 0 && accuracy.magnitude < length
      let text =
        isFractional ? fractional(rest, unit: length, accuracy: accuracy.magnitude) : "\(rest / length)"
      parts.append(text + unit.spellings[0])
      rest = isFractional ? 0 : rest % length
      if rest == 0 { break }
    }
    return (uSec < 0 ? "-" : "") + parts.joined(separator: " ")
  }

  private static let secondsIndex = 6

  /// Returns `1.5` for 1,500,000 in units of a million, without zeros at the end and without digits below the
  /// accuracy.
  private static func fractional(_ value: UInt64, unit: UInt64, accuracy: UInt64) -> String {
    var digits = ""
    var rest = value % unit
    var place = unit / 10
    while place > 0 && place >= accuracy && rest > 0 {
      digits += "\(rest / place)"
      rest %= place
      place /= 10
    }
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(value / unit)" : "\(value / unit).\(digits)"
  }

  /// Returns the length of a unit; `nil` for an unknown one, and a second for an empty name.
  private static func length(ofUnit name: Substring.UTF8View.SubSequence) -> Int64? {
    if name.isEmpty { return 1_000_000 }
    for unit in units {
      for spelling in unit.spellings where spelling.utf8.elementsEqual(name) { return unit.uSec }
    }
    return nil
  }

  /// Returns the product in microseconds; `nil` when it does not fit.
  private static func product(
    whole: Substring.UTF8View.SubSequence, fraction: Substring.UTF8View.SubSequence, uSec: Int64
  ) -> Int64? {
    var count: Int64 = 0
    for byte in whole {
      let (tens, first) = count.multipliedReportingOverflow(by: 10)
      let (next, second) = tens.addingReportingOverflow(Int64(byte - 0x30))
      if first || second { return nil }
      count = next
    }
    var (total, overflow) = count.multipliedReportingOverflow(by: uSec)
    if overflow { return nil }
    // The digits are added in whole microseconds, as systemd does, without floating-point rounding errors.
    var place = uSec
    for byte in fraction {
      place /= 10
      if place == 0 { break }
      let (sum, overflow) = total.addingReportingOverflow(place * Int64(byte - 0x30))
      if overflow { return nil }
      total = sum
    }
    return total
  }

  private static func failure(_ text: String) -> SyntaxError {
    SyntaxError(
      found: text, problem: "is not a length of time",
      allowed: "numbers with the units us, ms, s, min, h, d, w, month, y, or infinity", example: "1d 2h")
  }

  private static func tooLong(_ text: String) -> SyntaxError {
    SyntaxError(
      found: text, problem: "is too long a time", allowed: "less than 292000y, or infinity", example: "1d 2h")
  }
}
