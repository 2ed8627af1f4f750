/// The reader of a row, column by column in the order of ``Table/columns``, which names the place of an
/// impossible value. The disk or a person may have changed every text and number in the file.
struct RowReader {
  /// The source of a row's values.
  enum Source {
    case values([SQLValue])
    /// The row that a statement has come to. A start reads a million of them, so none is copied first.
    case statement(Statement)

    fileprivate func isNull(_ column: Int) -> Bool {
      switch self {
      case .values(let values): column >= values.count || values[column] == .null
      case .statement(let statement): statement.isNull(CInt(column))
      }
    }

    fileprivate func value(_ column: Int) -> SQLValue {
      switch self {
      case .values(let values): column < values.count ? values[column] : .null
      case .statement(let statement): statement.value(CInt(column))
      }
    }
  }

  /// The conditions that were read before.
  let conditions: ReadConditions
  private let table: Table
  private let source: Source
  private var next = 0
  private var sum: RowChecksum

  /// Reads a row. Its last value, the checksum, is checked after the other values were found to be possible:
  /// an unknown name says more than a wrong sum.
  /// - Parameter conditions: The conditions that earlier rows have.
  static func read<Content: StoredRow>(
    _ source: Source, knowing conditions: ReadConditions = ReadConditions()
  ) throws(RowFault) -> Content {
    var reader = RowReader(table: Content.table, source: source, conditions: conditions)
    let content = try Content(reading: &reader)
    let found = reader.sum.value
    guard try reader.integer() == found else {
      throw RowFault(
        table: Content.table, row: reader.row, column: nil, message: "its checksum does not match")
    }
    return content
  }

  private init(table: Table, source: Source, conditions: ReadConditions) {
    self.conditions = conditions
    self.table = table
    self.source = source
    sum = RowChecksum(of: table)
  }

  /// The row's key.
  var row: Int64? {
    guard case .integer(let key) = source.value(0) else { return nil }
    return key
  }

  /// Whether a column before the checksum still holds something. Where none does, the reader stands at the
  /// checksum: most rows end long before their table does, and a start reads a million of them.
  mutating func hasMore() -> Bool {
    let end = table.columns.count - 1
    for column in next..<end where !source.isNull(column) { return true }
    next = end
    return false
  }

  mutating func optionalInteger() throws(RowFault) -> Int64? {
    switch take() {
    case .null: return nil
    case .integer(let value): return value
    case .text, .blob: throw fault("is not a number")
    }
  }

  mutating func integer() throws(RowFault) -> Int64 {
    try present(try optionalInteger())
  }

  mutating func optionalInteger<Value: FixedWidthInteger>(
    as type: Value.Type
  ) throws(RowFault) -> Value? {
    guard let value = try optionalInteger() else { return nil }
    guard let exact = Value(exactly: value) else {
      throw fault("\(value) is not from \(Value.min) to \(Value.max)")
    }
    return exact
  }

  mutating func integer<Value: FixedWidthInteger>(as type: Value.Type) throws(RowFault) -> Value {
    try present(try optionalInteger(as: type))
  }

  mutating func optionalFlag() throws(RowFault) -> Bool? {
    switch try optionalInteger() {
    case nil: return nil
    case 0?: return false
    case 1?: return true
    case let value?: throw fault("\(value) is neither 0 nor 1")
    }
  }

  mutating func flag() throws(RowFault) -> Bool {
    try present(try optionalFlag())
  }

  mutating func optionalText() throws(RowFault) -> String? {
    switch take() {
    case .null: return nil
    case .text(let value): return value
    case .integer, .blob: throw fault("is not a text")
    }
  }

  mutating func text() throws(RowFault) -> String {
    try present(try optionalText())
  }

  mutating func optionalName<Value: RawRepresentable<String>>(
    _ type: Value.Type
  ) throws(RowFault) -> Value? {
    guard let name = try optionalText() else { return nil }
    guard let value = Value(rawValue: name) else {
      throw fault("unknown name \"\(name.prefix(40))\"")
    }
    return value
  }

  mutating func name<Value: RawRepresentable<String>>(_ type: Value.Type) throws(RowFault) -> Value {
    try present(try optionalName(type))
  }

  mutating func bytes() throws(RowFault) -> [UInt8] {
    guard case .blob(let value) = take() else { throw fault("is not a blob") }
    return value
  }

  /// Returns the fault of the value that was taken last.
  func fault(_ message: String) -> RowFault {
    let column = next > 0 && next <= table.columns.count ? table.columns[next - 1] : nil
    return RowFault(table: table, row: row, column: column, message: message)
  }

  private mutating func take() -> SQLValue {
    let value = source.value(next)
    sum.add(value)
    next += 1
    return value
  }

  private func present<Value>(_ value: Value?) throws(RowFault) -> Value {
    guard let value else { throw fault("holds nothing") }
    return value
  }
}
