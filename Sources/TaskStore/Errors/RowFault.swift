/// A stored row that is not what was written: where, and what is wrong with it.
struct RowFault: Error, Hashable, Sendable, CustomStringConvertible {
  var table: Table
  /// The row's integer key; nil when not even that can be read.
  var row: Int64?
  /// nil when it is about the row as a whole.
  var column: String?
  var message: String

  var description: String {
    let row = row.map { "row \($0)" } ?? "a row without a key"
    let column = column.map { ", column \($0)" } ?? ""
    return "table \(table.name), \(row)\(column): \(message)"
  }
}
