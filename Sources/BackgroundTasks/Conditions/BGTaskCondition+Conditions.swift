import SchedulerCore

// MARK: Batteries

extension BGTaskCondition {
  /// At least so many percent are left in the batteries. A machine on external power without a battery counts
  /// as full.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: For so long without a break; nil is just now.
  public static func battery(atLeast percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.atLeast, percent), for: duration)
  }

  /// More than so many percent are left in the batteries.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: For so long without a break; nil is just now.
  public static func battery(moreThan percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.moreThan, percent), for: duration)
  }

  /// At most so many percent are left in the batteries.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: For so long without a break; nil is just now.
  public static func battery(atMost percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.atMost, percent), for: duration)
  }

  /// Less than so many percent are left in the batteries.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: For so long without a break; nil is just now.
  public static func battery(lessThan percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.lessThan, percent), for: duration)
  }
}

// MARK: Networks and people

extension BGTaskCondition {
  /// There is a network of this name: a connection of NetworkManager, or a wireless network.
  /// - Parameters:
  ///   - name: Its name, 1 to 255 bytes.
  ///   - duration: For so long without a break; nil is just now.
  public static func network(_ name: String, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.networkNamed(name), for: duration)
  }

  /// Nobody is logged in.
  public static var noUser: BGTaskCondition { BGTaskCondition(.noUser(nil)) }

  /// Nobody has been logged in for so long.
  public static func noUser(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.noUser(nil), for: duration)
  }

  /// This user is not logged in.
  /// - Parameters:
  ///   - name: The user's name, 1 to 255 bytes.
  ///   - duration: For so long without a break; nil is just now.
  public static func noUser(_ name: String, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.noUser(name), for: duration)
  }
}

// MARK: The time

extension BGTaskCondition {
  /// From the first time of day to before the second, in the machine's time zone; past midnight when the
  /// second is earlier. A time that summer time skips does not come that day, and one that it repeats comes
  /// twice.
  public static func between(_ start: TimeOfDay, _ end: TimeOfDay) -> BGTaskCondition {
    BGTaskCondition(.between(start.core, end.core))
  }

  /// On these days of the week, in the machine's time zone.
  public static func on(_ day: Weekday, _ others: Weekday...) -> BGTaskCondition { .on([day] + others) }

  /// On these days of the week, in the machine's time zone: `.on(.monday ... .friday)`.
  public static func on(_ days: ClosedRange<Weekday>) -> BGTaskCondition {
    .on(Weekday.allCases.filter(days.contains))
  }

  /// On these days of the week, in the machine's time zone; at least one, or submitting throws.
  public static func on(_ days: some Sequence<Weekday>) -> BGTaskCondition {
    BGTaskCondition(.on(WeekdaySet(days.map(\.core))))
  }
}
