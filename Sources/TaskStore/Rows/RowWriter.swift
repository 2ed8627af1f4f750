import CSQLite

/// The writer of a row, column by column in the order of ``Table/columns``: it binds each value to the
/// statement's next parameter and adds it to the checksum. A column without a value stays null, as the
/// parameters of a statement are between its uses.
struct RowWriter {
  private let statement: Statement
  private var number: CInt = 0
  private var sum: RowChecksum
  /// SQLite's first result code that was no success.
  private(set) var code = SQLITE_OK

  /// Starts a row of the table.
  init(_ statement: Statement, _ table: Table) {
    self.statement = statement
    sum = RowChecksum(of: table)
  }

  mutating func add(_ integer: Int64?) {
    number += 1
    guard let integer else { return sum.addNull() }
    sum.add(integer)
    note(statement.bind(integer, to: number))
  }

  mutating func add(_ integer: some FixedWidthInteger) { add(Int64(integer) as Int64?) }

  mutating func add(_ flag: Bool?) { add(flag.map { $0 ? 1 : 0 as Int64 }) }

  /// Adds a flag that few rows have: null where it is not set.
  mutating func add(flag: Bool) { add(flag ? 1 : nil as Int64?) }

  /// Adds a number that few rows have: null where it is 0.
  mutating func add(count: Int) { add(count == 0 ? nil : Int64(count)) }

  mutating func add(_ text: String?) {
    number += 1
    guard var text else { return sum.addNull() }
    text.withUTF8 { bytes in
      sum.add(text: UnsafeRawBufferPointer(bytes))
      note(statement.bind(text: bytes, to: number))
    }
  }

  mutating func add(_ bytes: [UInt8]) {
    number += 1
    bytes.withUnsafeBytes { bytes in
      sum.add(blob: bytes)
      note(statement.bind(blob: bytes, to: number))
    }
  }

  /// Ends the row with its checksum.
  mutating func finish() {
    number += 1
    note(statement.bind(sum.value, to: number))
  }

  private mutating func note(_ code: CInt) { if self.code == SQLITE_OK { self.code = code } }
}
