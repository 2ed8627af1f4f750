/// A row of the table `meta`: one fact about the store as a whole.
struct MetaRow: StoredRow {
  static let table = Table.meta
  static let keep = Query.keepMeta

  var key: MetaKey
  var value: String

  init(key: MetaKey, value: String) {
    self.key = key
    self.value = value
  }

  init(reading reader: inout RowReader) throws(RowFault) {
    let number = try reader.integer()
    guard let key = MetaKey(rawValue: number) else { throw reader.fault("unknown key \(number)") }
    self.key = key
    guard try reader.text() == key.name else { throw reader.fault("is not \"\(key.name)\"") }
    value = try reader.text()
  }

  func write(to row: inout RowWriter) {
    row.add(key.rawValue)
    row.add(key.name)
    row.add(value)
  }
}
