/// A laptop of four days, from Mon 2026-11-16 00:00 UTC: at night it is on external power, unmetered and
/// idle, by day on battery, metered and in use, and for a time in the evening it sleeps.
enum ReplayedLaptop {
  private static let start = 1_794_787_200

  /// A day's changes, each with its minute.
  private static let day: [(minute: Int, field: String, value: String)] = [
    (0, "powerSource", "external"), (0, "batteryPercent", "100"), (0, "network", "unmetered"),
    (0, "idle", "true"), (480, "idle", "false"), (540, "powerSource", "battery"), (540, "network", "metered"),
    (720, "batteryPercent", "70"), (721, "idle", "true"), (774, "idle", "false"), (1080, "machine", "asleep"),
    (1170, "machine", "on"), (1170, "powerSource", "external"), (1170, "network", "unmetered"),
    (1260, "idle", "true"), (1263, "idle", "false"), (1350, "idle", "true"),
  ]

  static var record: String { "device,unix_time,field,value\n" + rows(as: "laptop", shiftedBy: 0) }

  static func rows(as device: String, shiftedBy seconds: Int) -> String {
    let first = start + seconds
    let rows = (0..<4).flatMap { number in
      day.map { "\(device),\(first + (number * 1440 + $0.minute) * 60),\($0.field),\($0.value)\n" }
    }
    return rows.joined() + "\(device),\(first + 4 * 86_400),machine,on\n"
  }

  /// The texts of files of tasks, by identifier.
  static let tasks = [
    (
      "org.example.backup",
      "[Task]\nCommand=/bin/true\nKind=processing\nOnCalendar=12:00 UTC\nRequiresExternalPower=yes\n"
        + "Expected=10min\n"
    ),
    (
      "org.example.index.photos",
      "[Task]\nCommand=/bin/true\nKind=processing\nOnCalendar=12:00 UTC\nRequiresExternalPower=yes\n"
        + "Expected=40min\nRuntimeLimit=1h\n"
    ),
    (
      "org.example.mail",
      "[Task]\nCommand=/bin/true\nKind=refresh\nEvery=6h\nRequiresNetworkConnectivity=yes\n"
    ),
    (
      "org.example.report",
      "[Task]\nCommand=/bin/true\nKind=processing\nOnCalendar=10:00 UTC\nRequiresUnmeteredNetwork=yes\n"
        + "DeadlineDelay=2h\nOnDeadline=drop\n"
    ),
  ]
}
