import SchedulerCore

/// A reader of ``TraceFormat/changes``: a row is a new value of one condition of one device, or of the field
/// `machine`. An empty value is unknown. A device's record lasts from its first row to its last.
struct ChangesReader: TraceFormatReader {
  /// The field that says what the machine does.
  static let machine = "machine"
  private static let columns = TraceFormat.changes.columns

  private var builder = TraceBuilder()

  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) {
    let row = try TraceRow(bytes, line: line, columns: Self.columns)
    let date = try row.date(1)
    let change = try Self.change(row, at: date)
    let place = try builder.place(of: row, 0, start: date, end: date)
    try builder.add(change, to: place, row, 1)
  }

  private static func change(_ row: TraceRow, at date: WallTime) throws(TraceError) -> TraceChange {
    if row[2] == machine {
      guard let state = DeviceState(rawValue: row[3]) else {
        throw row.error(3, allowed: "on, asleep, off, or nothing, which is unknown")
      }
      return TraceChange(at: date, machine: state)
    }
    guard let field = ConditionField(rawValue: row[2]) else {
      let names = ConditionField.allCases.map(\.rawValue) + [machine]
      throw row.error(2, allowed: names.joined(separator: ", "))
    }
    guard let value = ConditionText.value(row[3], of: field) else {
      throw row.error(3, allowed: ConditionText.allowed(of: field))
    }
    return TraceChange(at: date, [ConditionChange(field, value)])
  }

  func finish() -> [DeviceTrace] { builder.traces }
}
