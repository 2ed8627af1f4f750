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

  /// Describes a whole number. The description of a time says how it is written, because people would
  /// otherwise write dates as they do elsewhere.
  static func integer(_ member: String?) -> String {
    switch member.flatMap(TimeMember.init) {
    case .length: "a length of time: a whole number of microseconds, such as 900000000 for 15 min"
    case .date:
      "a date: a whole number of microseconds since 1970 began in UTC, such as 1767225600000000 for "
        + "2026-01-01T00:00:00Z"
    case .boottime:
      "a reading of CLOCK_BOOTTIME: a whole number of microseconds since the boot, such as 3600000000 for "
        + "an hour after it"
    case nil: "a whole number from \(Int64.min) to \(Int64.max)"
    }
  }
}

/// The meaning of a member that is a time in microseconds, by its name: one that ends in `USec`, as in
/// systemd's interfaces.
package enum TimeMember: Hashable {
  case length
  /// A date by CLOCK_REALTIME.
  case date
  /// A point after the boot by CLOCK_BOOTTIME, which is no date.
  case boottime

  /// - Returns: `nil` for a member that is no time.
  package init?(_ member: String) {
    guard member.hasSuffix("USec") else { return nil }
    self =
      if member.hasSuffix("DurationUSec") || member.hasSuffix("AfterUSec") || Self.lengths.contains(member) {
        .length
      } else if member == "trustedUntilUSec" {
        .boottime
      } else {
        .date
      }
  }

  /// The lengths whose names do not say so.
  private static let lengths: Set<String> = ["limitUSec", "usualUSec"]
}
