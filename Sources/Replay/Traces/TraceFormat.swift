/// A format of recorded machines. Manual page: `bgtaskctl(1)`, `replay`.
package enum TraceFormat: String, CaseIterable, Sendable {
  /// One value of one condition a row, as `bgtaskctl record export` writes it.
  case changes
  /// The windows in which a device is ready: on external power, with an unmetered network, and idle.
  case windows
  /// The sample data of the toolbox niimpy: power, battery, network and screen of phones.
  case niimpy
  /// UPower's history of a battery's charge (`/var/lib/upower/history-charge-*.dat`).
  case upower

  /// The names of the columns, which are the first line of a trace; empty for a format without such a line.
  var columns: [String] {
    switch self {
    case .changes: ["device", "unix_time", "field", "value"]
    case .windows: ["device", "trace_start", "trace_end", "ready_start", "ready_end"]
    case .niimpy: ["device", "unix_time", "charging", "battery_pct", "network", "screen_on"]
    case .upower: []
    }
  }

  /// Creates the format that has these columns; `nil` when none has.
  init?(columns: [String]) {
    guard let format = Self.allCases.first(where: { !$0.columns.isEmpty && $0.columns == columns }) else {
      return nil
    }
    self = format
  }
}
