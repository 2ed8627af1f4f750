import SchedulerCore

/// A row of the table `payload`: the whole request of a task.
struct PayloadRow: StoredRow {
  static let table = Table.payload
  static let keep = Query.keepPayload

  var task: TaskID
  var bytes: [UInt8]

  init(task: TaskID, bytes: [UInt8]) {
    self.task = task
    self.bytes = bytes
  }

  init(reading reader: inout RowReader) throws(RowFault) {
    task = TaskID(try reader.integer())
    bytes = try reader.bytes()
  }

  func write(to row: inout RowWriter) {
    row.add(task.value)
    row.add(bytes)
  }
}
