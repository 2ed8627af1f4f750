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
    // The parameters are null between two uses.
    case .null: SQLITE_OK
    case .integer(let integer): bind(integer, to: number)
    case .text(var text): text.withUTF8 { bind(text: $0, to: number) }
    case .blob(let bytes): bytes.withUnsafeBytes { bind(blob: $0, to: number) }
    }
  }

  /// Binds a parameter's value, like the next two functions.
  /// - Returns: SQLite's result code.
  func bind(_ integer: Int64, to number: CInt) -> CInt { sqlite3_bind_int64(statement, number, integer) }

  func bind(text bytes: UnsafeBufferPointer<UInt8>, to number: CInt) -> CInt {
    let (place, end) = place(UnsafeRawBufferPointer(bytes))
    return sqlite3_bind_text64(
      statement, number, place?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), end,
      UInt8(SQLITE_UTF8))
  }

  func bind(blob bytes: UnsafeRawBufferPointer, to number: CInt) -> CInt {
    let (place, end) = place(bytes)
    return sqlite3_bind_blob64(statement, number, place, UInt64(bytes.count), end)
  }

  /// Returns where the bytes stay while the statement runs: in its space, or in a copy that SQLite makes and
  /// frees.
  private func place(
    _ bytes: UnsafeRawBufferPointer
  ) -> (UnsafeRawPointer?, sqlite3_destructor_type?) {
    space.place(bytes).map { ($0, nil) } ?? (bytes.baseAddress, Self.copied)
  }

  /// SQLITE_TRANSIENT, which is a macro.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Goes on to the next row.
  /// - Returns: SQLite's result code: `SQLITE_ROW`, `SQLITE_DONE` or an error.
  func step() -> CInt { sqlite3_step(statement) }

  /// Ends the execution and releases the bound values, so that neither a lock nor a pointer outlives it.
  func reset() {
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    space.empty()
  }

  /// Returns the row that the last ``step()`` came to.
  func row() -> [SQLValue] {
    let count = sqlite3_column_count(statement)
    var values: [SQLValue] = []
    values.reserveCapacity(Int(count))
    for column in 0..<count { values.append(value(column)) }
    return values
  }

  /// Whether that row has null in a column.
  func isNull(_ column: CInt) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

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

/// A value of SQLite. This store has no fractions.
enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ value: Int64?) {
    self = value.map { .integer($0) } ?? .null
  }

  init(_ value: Bool?) {
    self = value.map { .integer($0 ? 1 : 0) } ?? .null
  }

  init(_ value: String?) {
    self = value.map { .text($0) } ?? .null
  }
}
