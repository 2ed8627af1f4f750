import SchedulerCore

/// A row of the table `condition_window`.
struct WindowRow: StoredRow {
  static let table = Table.conditionWindow
  static let keep = Query.keepWindows

  var record: WindowRecord

  init(_ record: WindowRecord) { self.record = record }

  init(reading reader: inout RowReader) throws(RowFault) {
    let requirements = Requirements(rawValue: try reader.integer(as: UInt16.self))
    let (count, sum) = (try reader.integer(), try reader.integer())
    let span = TimeSpan(uSec: try reader.integer())
    record = WindowRecord(requirements: requirements, countedTo: WallTime(uSec: try reader.integer()))
    (record.count, record.sum, record.span) = (count, sum, span)
  }

  var values: [SQLValue] {
    [
      .integer(Int64(record.requirements.rawValue)), .integer(record.count), .integer(record.sum),
      .integer(record.span.uSec), .integer(record.countedTo.uSec),
    ]
  }
}
