import SchedulerCore

/// A row of the table `work`.
struct WorkRow: StoredRow {
  static let table = Table.work
  static let keep = Query.keepWork

  var record: WorkRecord

  init(_ record: WorkRecord) { self.record = record }

  init(reading reader: inout RowReader) throws(RowFault) {
    let task = TaskID(try reader.integer())
    let key = TaskKey(uid: try reader.integer(as: UInt32.self), identifier: try reader.text())
    record = WorkRecord(
      task: task, key: key, usualLength: try reader.optionalInteger().map(TimeSpan.init),
      resumes: try reader.optionalFlag() ?? false)
  }

  func write(to row: inout RowWriter) {
    row.add(record.task.value)
    row.add(record.key.uid)
    row.add(record.key.identifier)
    row.add(record.usualLength?.uSec)
    row.add(flag: record.resumes)
  }
}
