import SchedulerCore

/// A row of the table `declaration`.
struct DeclarationRow: StoredRow {
  static let table = Table.declaration
  static let keep = Query.keepDeclaration

  var record: DeclarationRecord

  init(_ record: DeclarationRecord) { self.record = record }

  init(reading reader: inout RowReader) throws(RowFault) {
    record = DeclarationRecord(
      task: TaskID(try reader.integer()), uid: try reader.integer(as: UInt32.self),
      identifier: try reader.text(), file: try reader.text(), digest: try reader.integer(),
      timing: try reader.integer(), state: try reader.name(DeclarationRecord.State.self))
  }

  func write(to row: inout RowWriter) {
    row.add(record.task.value)
    row.add(record.uid)
    row.add(record.identifier)
    row.add(record.file)
    row.add(record.digest)
    row.add(record.timing)
    row.add(record.state.rawValue)
  }
}
