/// A stored row that is not what was written: where, and what is wrong with it.
struct RowFault: Error, Hashable, Sendable, CustomStringConvertible {
  var table: Table
  /// The row's integer key; nil when not even that can be read.
  var row: Int64?
  /// nil when it is about the row as a whole.
  var column: String?
  var message: String

  init(table: Table, row: Int64?, column: String?, message: String) {
    (self.table, self.row, self.column, self.message) = (table, row, column, message)
  }

  /// A run's row that an index led to which was asked for another. Rows have checksums, indexes have none:
  /// one that is damaged leads to rows that are whole, and are somebody else's. Which of a row's columns
  /// SQLite takes from the index is its own choice: for those the row's checksum tells, for the others this.
  init(strayed row: Int64) {
    self.init(table: .run, row: row, column: nil, message: "an index that is damaged leads to it")
  }

  var description: String {
    let row = row.map { "row \($0)" } ?? "a row without a key"
    let column = column.map { ", column \($0)" } ?? ""
    return "table \(table.name), \(row)\(column): \(message)"
  }
}
