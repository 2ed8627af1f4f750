package import SchedulerCore
package import SystemdSyntax

/// The syntax of repeating dates that systemd's `OnCalendar=` reads: systemd.time(7), "Calendar Events".
package enum CalendarSyntax {
  /// The longest text, in bytes, both as it is read and as it is written back.
  package static let textLimit = 256

  /// Parses `daily`, `Mon..Fri 08:00`, `*-*~1 02:30 Europe/Berlin`, `@1800000000` and whatever else systemd
  /// 252 reads, and nothing else. A zone must be in the system's time zone database.
  /// - Throws: ``SyntaxError``, which says which part is wrong.
  package static func parse(_ text: String) throws(SyntaxError) -> CalendarExpression {
    guard text.utf8.count <= textLimit else { throw tooLong(text) }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw failure(text, "has characters that are not ASCII")
    }
    if let shorthand = shorthand(for: text) {
      throw failure(text, "is written as \(shorthand)", example: shorthand)
    }
    let (dates, zone) = try split(text[...])
    let word = dates.lowercased()
    var parser = CalendarParser(shorthands.first { $0.key == word }?.value ?? dates)
    let (fields, isUniversal) = try parser.parse()
    let expression = CalendarExpression(fields, zone: isUniversal ? .utc : zone)
    // The store keeps the text of the expression, and parses it again.
    guard expression.text.utf8.count <= textLimit else { throw tooLong(expression.text) }
    return expression
  }

  /// The shorthands and the dates they stand for, with one misspelling that systemd accepts.
  static let shorthands: KeyValuePairs<String, Substring> = [
    "minutely": "*:*", "hourly": "*:00", "daily": "00:00", "weekly": "Mon", "monthly": "*-1",
    "quarterly": "1,4,7,10-1", "semiannually": "1,7-1", "semi-annually": "1,7-1", "biannually": "1,7-1",
    "bi-annually": "1,7-1", "yearly": "1-1", "annually": "1-1", "anually": "1-1",
  ]

  /// Returns the shorthand for a text such as `every day`, or nil for another text.
  private static func shorthand(for text: String) -> String? {
    let words = text.lowercased().split(separator: " ")
    guard words.count == 2, words[0] == "every" else { return nil }
    switch words[1] {
    case "minute": return "minutely"
    case "hour": return "hourly"
    case "day", "night": return "daily"
    case "week": return "weekly"
    case "month": return "monthly"
    case "quarter": return "quarterly"
    case "year": return "yearly"
    default: return nil
    }
  }

  /// Splits a text into the dates and the zone after them.
  private static func split(
    _ text: Substring
  ) throws(SyntaxError) -> (dates: Substring, zone: CalendarExpression.Zone?) {
    guard let space = text.lastIndex(of: " ") else { return (text, nil) }
    let (dates, name) = (text[..<space], String(text[text.index(after: space)...]))
    if name.lowercased() == "utc" { return (dates, .utc) }
    // No other part after a space begins with a letter.
    guard name.first?.isLetter == true else { return (text, nil) }
    guard let zone = ZoneDatabase.system.zone(named: name) else {
      throw SyntaxError(
        found: name, problem: "is no time zone of this machine",
        allowed: "UTC, or a name of the time zone database", example: "Europe/Berlin")
    }
    return (dates, zone)
  }

  private static func tooLong(_ text: String) -> SyntaxError {
    failure(text, "is too long: it has \(text.utf8.count) bytes, and may have \(textLimit)")
  }

  /// Returns an error about the whole text.
  static func failure(
    _ text: String, _ problem: String, example: String = "Mon..Fri 08:00"
  ) -> SyntaxError {
    SyntaxError(
      found: text, problem: problem,
      allowed: "WEEKDAYS, YEAR-MONTH-DAY and HOUR:MINUTE:SECOND, or some of these, or a word such as daily",
      example: example)
  }
}
