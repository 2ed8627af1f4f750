import SchedulerCore

/// A reader of ``TraceFormat/niimpy``: a row is a change, in which an empty field is unchanged. In a row
/// without any value the device begins to be unknown until the next row. A device counts as idle while its
/// screen is off.
struct NiimpyReader: TraceFormatReader {
  private static let columns = TraceFormat.niimpy.columns

  private var builder = TraceBuilder()
  private var unknown: Set<Int> = []

  mutating func take(_ bytes: ArraySlice<UInt8>, line: Int) throws(TraceError) {
    let row = try TraceRow(bytes, line: line, columns: Self.columns)
    let date = try row.date(1)
    let conditions = try Self.conditions(row)
    let place = try builder.place(of: row, 0, start: date, end: date)
    var machine: DeviceState?
    if (2..<Self.columns.count).allSatisfy({ row[$0].isEmpty }) {
      machine = .unknown
      unknown.insert(place)
    } else if unknown.remove(place) != nil {
      machine = .on
    }
    try builder.add(TraceChange(at: date, conditions, machine: machine), to: place, row, 1)
  }

  private static func conditions(_ row: TraceRow) throws(TraceError) -> [ConditionChange] {
    var conditions: [ConditionChange] = []
    if let charges = try flag(row, 2) { conditions.append(.powerSource(charges ? .external : .battery)) }
    if !row[3].isEmpty {
      guard let percent = ConditionText.percent(row[3]) else { throw row.error(3, allowed: "0 to 100") }
      conditions.append(.batteryPercent(percent))
    }
    if !row[4].isEmpty {
      guard let network = NetworkAccess(rawValue: row[4]), network != .unknown else {
        throw row.error(4, allowed: "\(ConditionText.allowed(of: .network))")
      }
      conditions.append(.network(network))
    }
    if let isLit = try flag(row, 5) { conditions.append(.flag(.idle, !isLit)) }
    return conditions
  }

  private static func flag(_ row: TraceRow, _ column: Int) throws(TraceError) -> Bool? {
    switch row[column] {
    case "": nil
    case "0": false
    case "1": true
    default: throw row.error(column, allowed: "0, 1, or nothing, which is unchanged")
    }
  }

  func finish() -> [DeviceTrace] { builder.traces }
}
