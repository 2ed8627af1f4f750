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

// MARK: What has to be asked

/// Nobody reports these. They are asked as the user who submits the request, when everything else that it
/// asks for holds, and then once a minute at most; what could not be asked counts neither for the condition
/// nor against it. They cannot be asked for a time (`for:`).
extension BGTaskCondition {
  /// At least so much is free in the file system of a path.
  /// - Parameters:
  ///   - bytes: 0 to 2^60.
  ///   - path: An absolute path; nil is the user's home directory.
  public static func storage(atLeast bytes: Int64, at path: String? = nil) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.storage(path: path, .atLeast, .bytes(bytes)))))
  }

  /// At least so many percent are free in the file system of a path.
  /// - Parameters:
  ///   - percent: 0 to 100.
  ///   - path: An absolute path; nil is the user's home directory.
  public static func storage(atLeastPercent percent: Int, at path: String? = nil) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.storage(path: path, .atLeast, .percent(percent)))))
  }

  /// Something is mounted at this absolute path.
  public static func mounted(_ path: String) -> BGTaskCondition {
    BGTaskCondition(.check(ConditionCheck(.mounted(path))))
  }

  /// There is something at this absolute path, as far as the user may look.
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

  /// In the last minute fewer processes wanted to run, for each processor.
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
