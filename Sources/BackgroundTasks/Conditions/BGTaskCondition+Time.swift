import SchedulerCore

extension BGTaskCondition {
  /// A time of day, to the minute: `"22:00"`, up to `"24:00"`, the end of the day.
  public struct TimeOfDay: Hashable, Comparable, Sendable {
    let core: SchedulerCore.TimeOfDay

    /// Creates the time at which a clock shows this hour and minute.
    /// - Parameters:
    ///   - hour: 0 to 23; 24 with the minute 0 is the end of the day.
    ///   - minute: 0 to 59.
    /// - Returns: nil when there is no such time of day.
    public init?(hour: Int, minute: Int = 0) {
      guard 0...24 ~= hour, 0...59 ~= minute, let core = SchedulerCore.TimeOfDay(minutes: hour * 60 + minute)
      else { return nil }
      self.core = core
    }

    /// The hour, 0 to 24.
    public var hour: Int { core.minutes / 60 }
    /// The minute, 0 to 59.
    public var minute: Int { core.minutes % 60 }

    /// Whether `left` is the earlier time.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.core < right.core }
  }

  /// A day of the week; Monday is the first.
  public enum Weekday: CaseIterable, Hashable, Comparable, Sendable {
    /// Monday, the first day.
    case monday
    /// Tuesday, the second day.
    case tuesday
    /// Wednesday, the third day.
    case wednesday
    /// Thursday, the fourth day.
    case thursday
    /// Friday, the fifth day.
    case friday
    /// Saturday, the sixth day.
    case saturday
    /// Sunday, the last day.
    case sunday

    var core: SchedulerCore.Weekday {
      switch self {
      case .monday: .mon
      case .tuesday: .tue
      case .wednesday: .wed
      case .thursday: .thu
      case .friday: .fri
      case .saturday: .sat
      case .sunday: .sun
      }
    }
  }
}

extension BGTaskCondition.TimeOfDay: LosslessStringConvertible, ExpressibleByStringLiteral {
  /// The time of day as in `06:00`.
  public var description: String { core.text }

  /// Reads hours and minutes, such as `6:00` or `22:30`; nil when the text is no time of day.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, 1...2 ~= parts[0].utf8.count, parts[1].utf8.count == 2,
      parts.joined().utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// Creates the time of a literal. A literal that is no time of day is a programming error, and traps. Read
  /// times from elsewhere with `init(_: String)`, or make them of numbers (``init(hour:minute:)``).
  public init(stringLiteral value: String) {
    guard let time = Self(value) else {
      preconditionFailure("\"\(value)\" is not a time of day, allowed are 00:00 to 24:00")
    }
    self = time
  }
}
