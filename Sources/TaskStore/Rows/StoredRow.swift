/// A value that is one row of a table.
protocol StoredRow {
  /// The table of such rows.
  static var table: Table { get }
  /// The statement that writes such a row unless one of its key exists.
  static var keep: Query { get }
  /// Reads the columns, in the order of ``Table/columns``, up to the checksum.
  init(reading reader: inout RowReader) throws(RowFault)
  /// Writes the columns, in the order of ``Table/columns``, up to the checksum.
  func write(to row: inout RowWriter)
}
