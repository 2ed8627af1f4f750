/// Takes a row apart, column by column in the order of ``Table/columns``, and says of a value that cannot be
/// where it stands. Every text and number in the file may have been changed by the disk or by hand.
struct RowReader {
  /// Where a row's values are.
  enum Source {
    case values([SQLValue])
    /// Where a statement has come to. A million of them are read at a start: none is copied first.
    case statement(Statement)

    fileprivate func value(_ column: Int) -> SQLValue {
      switch self {
      case .values(let values): column < values.count ? values[column] : .null
      case .statement(let statement): statement.value(CInt(column))
      }
    }
  }

  /// What was read of conditions before.
  let conditions: ReadConditions
  private let table: Table
  private let source: Source
  private var next = 0
  private var sum: RowChecksum

  /// Checks the checksum, which is the row's last value, after the values themselves were found to be
  /// possible: a name that nobody knows says more than a sum that is wrong.
  /// - Parameter conditions: What was read of them in the rows before.
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

  /// What is wrong with the value that was taken last.
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
