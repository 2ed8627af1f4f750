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

  var values: [SQLValue] {
    [
      .integer(record.id), .integer(Int64(record.uid)), .text(record.application),
      SQLValue(record.lastRefresh?.uSec), SQLValue(record.lastProcessing?.uSec), .integer(record.debt.uSec),
      .integer(record.debtAt.uSec),
    ]
  }
}
