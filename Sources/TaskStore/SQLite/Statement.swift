import CSQLite

/// A prepared statement of a ``Connection``, which alone uses it.
final class Statement {
  private let statement: OpaquePointer
  private let space = BindingSpace()

  /// Takes over a prepared statement.
  init(owning statement: OpaquePointer) { self.statement = statement }

  deinit { sqlite3_finalize(statement) }

  /// Binds the parameters' values, from ?1 on. A parameter without a value is null.
  /// - Returns: SQLite's result code.
  func bind(_ values: [SQLValue]) -> CInt {
    space.prepare(for: values)
    var number: CInt = 0
    for value in values {
      number += 1
      let code = bind(value, to: number)
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private func bind(_ value: SQLValue, to number: CInt) -> CInt {
    switch value {
    case .null:
      return sqlite3_bind_null(statement, number)
    case .integer(let integer):
      return sqlite3_bind_int64(statement, number, integer)
    case .text(var text):
      return text.withUTF8 { bytes in
        let place = space.place(UnsafeRawBufferPointer(bytes))?.assumingMemoryBound(to: CChar.self)
        return sqlite3_bind_text64(statement, number, place, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(statement, number, space.place($0), UInt64($0.count), nil)
      }
    }
  }

  /// Goes on to the next row.
  /// - Returns: SQLite's result code: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> CInt { sqlite3_step(statement) }

  /// Ends the execution and releases the bound values, so that neither a lock nor a pointer outlives it.
  func reset() {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  /// Returns the row that the last ``step()`` came to.
  func row() -> [SQLValue] {
    let count = sqlite3_column_count(statement)
    var values: [SQLValue] = []
    values.reserveCapacity(Int(count))
    for column in 0..<count { values.append(value(column)) }
    return values
  }

  /// Returns a value of that row.
  func value(_ column: CInt) -> SQLValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER:
      return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(statement, column) else { return .blob([]) }
      return .blob(
        [UInt8](
          UnsafeRawBufferPointer(
            start: bytes, count: Int(sqlite3_column_bytes(statement, column)))))
    default:
      // This program writes no fractions: a column that holds one fails as one that holds nothing.
      return .null
    }
  }
}
