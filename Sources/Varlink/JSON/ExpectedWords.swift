/// Descriptions of expected values that several error messages share.
enum ExpectedWords {
  /// Describes a whole number. A member whose name ends in `USec` is a time, as in systemd's interfaces. The
  /// description says so, because people would otherwise write dates as they do elsewhere.
  static func integer(_ member: String?) -> String {
    if member?.hasSuffix("DurationUSec") == true {
      "a length of time: a whole number of microseconds, such as 900000000 for 15 min"
    } else if member?.hasSuffix("USec") == true {
      "a date: a whole number of microseconds since 1970 began in UTC, such as 1767225600000000 for "
        + "2026-01-01T00:00:00Z"
    } else {
      "a whole number from \(Int64.min) to \(Int64.max)"
    }
  }
}
