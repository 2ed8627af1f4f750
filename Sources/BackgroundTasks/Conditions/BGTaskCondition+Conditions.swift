import SchedulerCore

// MARK: Batteries

extension BGTaskCondition {
  /// At least `percent` of the batteries' charge is left. A machine on external power without a battery
  /// counts as full.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: The time for which this has held without a break; nil is just now.
  public static func battery(atLeast percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.atLeast, percent), for: duration)
  }

  /// More than `percent` of the batteries' charge is left.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: The time for which this has held without a break; nil is just now.
  public static func battery(moreThan percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.moreThan, percent), for: duration)
  }

  /// At most `percent` of the batteries' charge is left.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: The time for which this has held without a break; nil is just now.
  public static func battery(atMost percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.atMost, percent), for: duration)
  }

  /// Less than `percent` of the batteries' charge is left.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - duration: The time for which this has held without a break; nil is just now.
  public static func battery(lessThan percent: Int, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.battery(.lessThan, percent), for: duration)
  }
}

// MARK: Users

extension BGTaskCondition {
  /// No user is logged in.
  public static var noUser: BGTaskCondition { BGTaskCondition(.noUser(nil)) }

  /// No user has been logged in for `duration`.
  public static func noUser(for duration: Duration) -> BGTaskCondition {
    BGTaskCondition(.noUser(nil), for: duration)
  }

  /// This user is not logged in.
  /// - Parameters:
  ///   - name: The user's name, 1 to 255 bytes.
  ///   - duration: The time for which this has held without a break; nil is just now.
  public static func noUser(_ name: String, for duration: Duration? = nil) -> BGTaskCondition {
    BGTaskCondition(.noUser(name), for: duration)
  }
}

// MARK: What has to be asked

/// Checks: conditions that no source reports. A check is asked as the user who submits the request, when
/// everything else that the request asks for holds, and then once a minute at most. A check that could not be
/// asked counts neither for the condition nor against it. A check takes no duration (`for:`).
extension BGTaskCondition {
  /// At least `bytes` are free in the file system of a path.
  /// - Parameters:
  ///   - bytes: 0 to 2^60.
  ///   - path: An absolute path; nil is the user's home directory.
  public static func storage(atLeast bytes: Int64, at path: String? = nil) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.storage(path: path, .atLeast, .bytes(bytes)))))
  }

  /// At least `percent` is free in the file system of a path.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - path: An absolute path; nil is the user's home directory.
  public static func storage(atLeastPercent percent: Int, at path: String? = nil) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.storage(path: path, .atLeast, .percent(percent)))))
  }

  /// A file system is mounted at this absolute path.
  public static func mounted(_ path: String) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.mounted(path))))
  }

  /// A file exists at this absolute path, as far as the user may look.
  public static func exists(_ path: String) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.exists(path))))
  }

  /// A TCP connection can be made.
  /// - Parameters:
  ///   - host: A name or an address, up to 253 bytes.
  ///   - port: 1 to 65535.
  public static func reachable(_ host: String, port: UInt16) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.reachable(host: host, port: port))))
  }

  /// The load average of the last minute, for each processor, is less than `count`.
  /// - Parameter count: 0 to 1000; two decimals count.
  public static func load(lessThan count: Double) -> BGTaskCondition {
    let hundredths = Int((min(max(count, 0), 1000) * 100).rounded())
    return BGTaskCondition(.check(ConditionCheck(.load(.lessThan, hundredths: hundredths))))
  }

  /// A program ends with exit status 0.
  /// - Parameter commandLine: An absolute path and arguments, with quotation marks as systemd has them
  ///   (systemd.service(5)).
  public static func check(_ commandLine: String) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.command(commandLine))))
  }
}

// MARK: The time

extension BGTaskCondition {
  /// The time of day is from `start` to before `end`, in the machine's time zone; past midnight when `end` is
  /// earlier, the whole day when both are the same. A time that summer time skips does not come that day, and
  /// one that it repeats comes twice.
  public static func between(_ start: TimeOfDay, _ end: TimeOfDay) -> BGTaskCondition {
    BGTaskCondition(.between(start.core, end.core))
  }

  /// The day is one of these days of the week, in the machine's time zone.
  public static func on(_ day: Weekday, _ others: Weekday...) -> BGTaskCondition { .on([day] + others) }

  /// The day is one of these days of the week, in the machine's time zone: `.on(.monday ... .friday)`.
  public static func on(_ days: ClosedRange<Weekday>) -> BGTaskCondition {
    .on(Weekday.allCases.filter(days.contains))
  }

  /// The day is one of these, in the machine's time zone; submitting throws without at least one day.
  public static func on(_ days: some Sequence<Weekday>) -> BGTaskCondition {
    BGTaskCondition(.on(WeekdaySet(days.map(\.core))))
  }
}
