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

  func write(to row: inout RowWriter) {
    row.add(record.requirements.rawValue)
    row.add(record.count)
    row.add(record.sum)
    row.add(record.span.uSec)
    row.add(record.countedTo.uSec)
  }
}
