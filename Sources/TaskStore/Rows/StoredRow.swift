/// Something that is one row of a table.
protocol StoredRow {
  /// Where it is kept.
  static var table: Table { get }
  /// Writes such a row unless one of its key is there.
  static var keep: Query { get }
  /// Reads its columns, in the order of ``Table/columns``, up to the checksum.
  init(reading reader: inout RowReader) throws(RowFault)
  /// Its columns, in the order of ``Table/columns``, without the checksum.
  var values: [SQLValue] { get }
}

extension StoredRow {
  /// Its columns with the checksum.
  var summedValues: [SQLValue] {
    var all = values
    all.append(.integer(RowChecksum.of(all, in: Self.table)))
    return all
  }
}
