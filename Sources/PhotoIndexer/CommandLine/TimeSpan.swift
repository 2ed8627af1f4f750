import BackgroundTasks

/// Lengths of time on the command line.
enum TimeSpan {
  private static let units: [String: TimeInterval] = [
    "": 1, "s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
  ]

  /// `90s`, `15min`, `1h 30min`, `1d`; a number alone is seconds. Nil for anything else, for nothing, and for
  /// more than a year.
  static func seconds(_ text: String) -> TimeInterval? {
    var total: TimeInterval = 0
    var rest = text[...].drop { $0 == " " }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(number.count).drop { $0 == " " }
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard rest.first.map({ $0 == " " || ($0.isASCII && $0.isNumber) }) ?? true else { return nil }
      rest = rest.drop { $0 == " " }
      guard let count = UInt32(number), let length = units[String(unit)] else { return nil }
      total += TimeInterval(count) * length
    }
    return 0 < total && total <= 366 * 86_400 ? total : nil
  }
}
