import SchedulerCore

/// The reading of one page of history, row by row: damaged rows are named, and hide nothing beside them.
struct HistoryReader {
  /// The approximate bytes of a run besides its texts.
  private static let runBytes = 512

  private let connection: Connection
  private let question: HistoryQuery
  private let query: Query
  private let filter: [SQLValue]
  private var page = HistoryPage()
  private var rows = 0
  private var bytes = 0
  /// The key of the last row that was read.
  private var last: Int64?

  init(_ connection: Connection, _ question: HistoryQuery) {
    self.connection = connection
    self.question = question
    let uid = question.uid.map { SQLValue.integer(Int64($0)) }
    if let name = question.name {
      // No digit comes after "f", so this name is behind all names with that beginning.
      filter = [.text(name), .text(name + "g"), uid ?? .null]
      query = .historyByName
      return
    }
    filter = [uid, question.identifier.map { .text($0) }].compactMap { $0 }
    query =
      switch (question.uid, question.identifier) {
      case (nil, nil): .history
      case (_?, nil): .historyOfUser
      case (nil, _?): .historyOfIdentifier
      case (_?, _?): .historyOfTask
      }
  }

  /// - Throws: Errors of the disk, not of single rows.
  mutating func read() throws(StoreError) -> HistoryPage {
    guard question.before != .min else { return page }
    var top: Int64? = question.before.map { $0 - 1 } ?? .max
    while let from = top { top = try read(from: from) }
    return page
  }

  /// Reads on from this row downwards.
  /// - Returns: The row to go on from behind unreadable ones; `nil` at the end of the page or the table.
  private mutating func read(from top: Int64) throws(StoreError) -> Int64? {
    do throws(StoreError) {
      try connection.firstRows(query, values(from: top, limit: wantedRows + 1 - rows)) {
        row throws(StoreError) in take(row)
      }
      return nil
    } catch {
      guard error.code == .damaged else { throw error }
      let unread = last.map { $0 - 1 } ?? top
      let readable = firstReadable(below: unread)
      let from = readable.map { "rows \($0 + 1) to" } ?? "all rows up to"
      page.damaged.append("table run, \(from) \(unread == .max ? "the last" : "\(unread)"): \(error.detail)")
      rows += 1
      guard rows < wantedRows else {
        page.next = readable.map { $0 + 1 }
        return nil
      }
      return readable
    }
  }

  private var wantedRows: Int { min(max(question.rows, 1), 1 << 40) }

  private func values(from top: Int64, limit: Int) -> [SQLValue] {
    [.integer(Int64(limit)), .integer(top)] + filter
  }

  /// Takes one row in.
  /// - Returns: Whether the page has room for another.
  private mutating func take(_ row: [SQLValue]) -> Bool {
    guard case .integer(let sequence)? = row.first else { return true }
    if rows > 0, rows >= wantedRows || bytes >= question.bytes {
      page.next = last
      return false
    }
    rows += 1
    last = sequence
    do throws(RowFault) {
      let content: RunRow = try RowReader.read(.values(row))
      guard question.asks(for: content.run) else { throw RowFault(strayed: sequence) }
      page.runs.append(content.run)
    } catch {
      page.damaged.append(error.description)
    }
    bytes += Self.runBytes
    for case .text(let text) in row { bytes += text.utf8.count }
    return true
  }

  /// Returns the largest key at or below which rows can be read, found by bisection; `nil` without one.
  private func firstReadable(below unread: Int64) -> Int64? {
    guard unread > 0, canRead(0) else { return nil }
    var (readable, unreadable): (Int64, Int64) = (0, unread)
    while unreadable - readable > 1 {
      let middle = readable + (unreadable - readable) / 2
      if canRead(middle) { readable = middle } else { unreadable = middle }
    }
    return readable
  }

  private func canRead(_ top: Int64) -> Bool {
    (try? connection.rows(query, values(from: top, limit: 1)) { _ in }) != nil
  }
}
