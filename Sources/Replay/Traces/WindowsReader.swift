import SchedulerCore

/// A reader of ``TraceFormat/windows``: a row is one window in which a device was ready. A row without a
/// window only says that the device was recorded. The windows of a device may come in any order, and those
/// that touch are one.
struct WindowsReader: TraceFormatReader {
  private static let columns = TraceFormat.windows.columns

  private var builder = TraceBuilder()
  private var windows: [[Range<WallTime>]] = []

  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) {
    let row = try TraceRow(bytes, line: line, columns: Self.columns)
    let (start, end) = (try row.date(1), try row.date(2))
    guard start <= end else { throw row.error(2, allowed: "a date that is not before trace_start") }
    let place = try builder.place(of: row, 0, start: start, end: end)
    if place == windows.count { windows.append([]) }
    let trace = builder.traces[place]
    for (column, date, first) in [(1, start, trace.start), (2, end, trace.end)] where date != first {
      throw row.error(column, allowed: "\(UnixSeconds.format(first)), as in the device's first row")
    }
    if row[3].isEmpty, row[4].isEmpty { return }
    let (readyStart, readyEnd) = (try row.date(3), try row.date(4))
    guard start <= readyStart, readyStart <= end else {
      throw row.error(3, allowed: "a date from trace_start to trace_end")
    }
    guard readyStart <= readyEnd, readyEnd <= end else {
      throw row.error(4, allowed: "a date from ready_start to trace_end")
    }
    if readyStart < readyEnd { windows[place].append(readyStart..<readyEnd) }
  }

  mutating func finish() -> [DeviceTrace] {
    for place in windows.indices {
      let start = builder.traces[place].start
      builder.add(TraceChange(at: start, Self.conditions(isReady: false), machine: .on), to: place)
      for window in Self.merged(windows[place]) {
        builder.add(TraceChange(at: window.lowerBound, Self.conditions(isReady: true)), to: place)
        builder.add(TraceChange(at: window.upperBound, Self.conditions(isReady: false)), to: place)
      }
    }
    return builder.traces
  }

  private static func merged(_ windows: [Range<WallTime>]) -> [Range<WallTime>] {
    var merged: [Range<WallTime>] = []
    for window in windows.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, window.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, window.upperBound)
      } else {
        merged.append(window)
      }
    }
    return merged
  }

  private static func conditions(isReady: Bool) -> [ConditionChange] {
    [
      .powerSource(isReady ? .external : .battery), .network(isReady ? .unmetered : .none),
      .flag(.idle, isReady),
    ]
  }
}
