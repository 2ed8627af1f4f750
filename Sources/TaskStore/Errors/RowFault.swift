/// The fault of a stored row that is not what was written, with its place.
struct RowFault: Error, Hashable, Sendable, CustomStringConvertible {
  var table: Table
  /// The row's integer key; `nil` when it cannot be read.
  var row: Int64?
  /// The column with the fault; `nil` for the row as a whole.
  var column: String?
  var message: String

  init(table: Table, row: Int64?, column: String?, message: String) {
    (self.table, self.row, self.column, self.message) = (table, row, column, message)
  }

  /// Creates the fault of a run's row to which an index led that was asked for another. Rows have checksums,
  /// indexes have none: a damaged one leads to whole rows of other runs. SQLite chooses which columns it
  /// takes from the index: the row's checksum covers those, this fault the others.
  init(strayed row: Int64) {
    self.init(table: .run, row: row, column: nil, message: "a damaged index leads to the row")
  }

  var description: String {
    let row = row.map { "row \($0)" } ?? "a row without a key"
    let column = column.map { ", column \($0)" } ?? ""
    return "table \(table.name), \(row)\(column): \(message)"
  }
}
