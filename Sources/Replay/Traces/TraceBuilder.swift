import SchedulerCore

/// The bounds of a trace, which comes from anywhere.
package enum TraceBounds {
  /// The most bytes of a line.
  package static let lineBytes = 64 << 10
  /// The bytes of a device's name.
  static let nameBytes = 1...255
  /// The most devices.
  static let devices = 100_000
  /// The most rows, which bounds the memory that a trace takes.
  static let rows = 5_000_000
  /// The most names of networks, users and devices in all rows.
  static let names = 2_000_000
}

/// The devices of a trace while its rows are read, in the order in which they first occur.
struct TraceBuilder {
  private(set) var traces: [DeviceTrace] = []
  private var places: [String: Int] = [:]
  private var last = 0
  /// The number of names in all changes so far.
  private var names = 0

  /// Returns the place of a device.
  /// - Parameter start: The first date of a device that has not occurred before.
  mutating func place(
    of row: TraceRow, _ column: Int, start: WallTime, end: WallTime
  ) throws(TraceError) -> Int {
    let name = try row.device(column)
    // The rows of a device mostly follow each other.
    if last < traces.count, traces[last].name == name { return last }
    if let place = places[name] {
      last = place
      return place
    }
    guard traces.count < TraceBounds.devices else {
      throw row.error(column, allowed: "\(TraceBounds.devices) devices at most")
    }
    return place(of: name, start: start, end: end)
  }

  /// Returns the place of a device whose name is no text of the trace.
  mutating func place(of name: String, start: WallTime, end: WallTime) -> Int {
    if let place = places[name] { return place }
    last = traces.count
    places[name] = last
    traces.append(DeviceTrace(name: name, start: start, end: end))
    return last
  }

  /// Adds a change to a device.
  /// - Parameter column: The column of the date.
  mutating func add(_ change: TraceChange, to place: Int, _ row: TraceRow, _ column: Int) throws(TraceError) {
    for case .names(let some?) in change.conditions.map(\.value) { names += some.count }
    guard names <= TraceBounds.names else {
      throw row.error(column, allowed: "\(TraceBounds.names) names at most in all rows before")
    }
    if let latest = traces[place].changes.last, change.at < latest.at {
      // A daemon says that nobody knows, and goes on by the clock that was set back.
      guard !traces[place].isLeft else {
        traces[place].goBack(to: change.at)
        return traces[place].add(change)
      }
      throw row.error(
        column, allowed: "\(UnixSeconds.format(latest.at)) or later: rows of a device are in order")
    }
    traces[place].add(change)
  }

  /// Adds a change that is in order.
  mutating func add(_ change: TraceChange, to place: Int) { traces[place].add(change) }
}
