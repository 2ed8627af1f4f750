/// What is expected, in words that several places share.
enum ExpectedWords {
  /// A whole number. The names of members that are times say so, as they do in systemd's interfaces: without
  /// that, people write dates as they write them elsewhere.
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
