import Foundation

/// Dates and lengths as the protocol writes them.
enum Microseconds {
  /// The protocol's last date: the end of the year 9999.
  private static let lastDate: Int64 = 253_402_300_799_999_999
  /// The protocol's longest length: 100 years.
  private static let longest: Int64 = 100 * 366 * 86_400_000_000

  /// Returns a date for the protocol. A date before 1970 becomes 1970, and a later one than the protocol can
  /// say becomes the last that it can.
  /// - Throws: ``BGTaskScheduler/Error/notPermitted`` for a date that is not a number.
  static func of(_ date: Date?, field: String) throws -> Int64? {
    guard let date else { return nil }
    let microseconds = (date.timeIntervalSince1970 * 1e6).rounded()
    guard !microseconds.isNaN else {
      throw BGTaskScheduler.Error.invalid(field: field, message: "found a date that is not a number")
    }
    return microseconds < Double(lastDate) ? Int64(max(microseconds, 0)) : lastDate
  }

  /// Returns a length for the protocol. A length that is too long becomes the longest that it can say.
  /// - Throws: ``BGTaskScheduler/Error/notPermitted`` for a length that is negative or not a number.
  static func of(seconds: TimeInterval?, field: String) throws -> Int64? {
    guard let seconds else { return nil }
    guard seconds >= 0 else {
      throw BGTaskScheduler.Error.invalid(
        field: field, message: "found \(seconds) seconds, allowed is no negative length")
    }
    let microseconds = (seconds * 1e6).rounded()
    return microseconds < Double(longest) ? Int64(microseconds) : longest
  }

  /// Returns a length for the protocol. A length that is too long becomes the longest that it can say.
  static func of(_ length: Duration) -> Int64 {
    let (seconds, attoseconds) = length.components
    guard seconds.magnitude < longest.magnitude / 1_000_000 else { return seconds < 0 ? -longest : longest }
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Whether two dates are the same to the scheduler.
  static func areSame(_ one: Date?, _ other: Date?) -> Bool {
    func rounded(_ date: Date?) -> Double? { date.map { ($0.timeIntervalSince1970 * 1e6).rounded() } }
    return rounded(one) == rounded(other)
  }

  static func date(_ microseconds: Int64?) -> Date? {
    microseconds.map { Date(timeIntervalSince1970: Double($0) / 1e6) }
  }

  static func seconds(_ microseconds: Int64?) -> TimeInterval? { microseconds.map { Double($0) / 1e6 } }
}
