import SchedulerCore

/// A row of the table `application_use`.
struct ApplicationUseRow: StoredRow {
  static let table = Table.applicationUse
  static let keep = Query.keepUse

  var record: ApplicationUseRecord

  init(_ record: ApplicationUseRecord) { self.record = record }

  init(reading reader: inout RowReader) throws(RowFault) {
    let id = try reader.integer()
    record = ApplicationUseRecord(
      uid: try reader.integer(as: UInt32.self), application: try reader.text(),
      lastRefresh: try reader.optionalInteger().map(WallTime.init),
      lastProcessing: try reader.optionalInteger().map(WallTime.init),
      debt: TimeSpan(uSec: try reader.integer()), debtAt: WallTime(uSec: try reader.integer()))
    if id != record.id { throw reader.fault("the row's id is not that of the user's application") }
  }

  func write(to row: inout RowWriter) {
    row.add(record.id)
    row.add(record.uid)
    row.add(record.application)
    row.add(record.lastRefresh?.uSec)
    row.add(record.lastProcessing?.uSec)
    row.add(record.debt.uSec)
    row.add(record.debtAt.uSec)
  }
}
