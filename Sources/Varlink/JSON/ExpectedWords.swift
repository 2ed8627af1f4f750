/// Descriptions of expected values that several error messages share.
enum ExpectedWords {
  /// Describes a value of a type; `nil` is a whole number, whose member says more.
  static func value(of type: Any.Type) -> String? {
    switch type {
    case is any FixedWidthInteger.Type: nil
    case is Bool.Type: "true or false"
    case is String.Type: "a string"
    case let type as any MessageValue.Type: type.expectation
    case is [String: String].Type, is [String: Int].Type: "an object"
    default: "an array"
    }
  }

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
