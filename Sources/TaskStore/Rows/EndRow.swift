import SchedulerCore

/// A row of the table `task_end`.
struct EndRow: StoredRow {
  static let table = Table.taskEnd
  static let keep = Query.keepEnd

  var record: EndRecord

  init(_ record: EndRecord) { self.record = record }

  init(reading reader: inout RowReader) throws(RowFault) {
    let id = try reader.integer()
    let key = TaskKey(uid: try reader.integer(as: UInt32.self), identifier: try reader.text())
    record = EndRecord(id: id, key: key, ended: try reader.integer(), succeeded: try reader.integer())
  }

  func write(to row: inout RowWriter) {
    row.add(record.id)
    row.add(record.key.uid)
    row.add(record.key.identifier)
    row.add(record.ended)
    row.add(record.succeeded)
  }
}
