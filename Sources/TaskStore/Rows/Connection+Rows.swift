extension Connection {
  /// Takes a row apart.
  /// - Throws: ``StoreErrorCode/damaged``, with the table, the row and the column.
  func read<Content: StoredRow>(_ row: [SQLValue], as type: Content.Type) throws(StoreError) -> Content {
    do throws(RowFault) {
      return try RowReader.read(row)
    } catch {
      throw StoreError(code: .damaged, path: path, detail: error.description)
    }
  }
}
