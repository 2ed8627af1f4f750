import SchedulerCore

/// Reads one page of history, row by row: what is damaged is named, and hides nothing of what is beside it.
struct HistoryReader {
  /// What a run takes besides its texts.
  private static let runBytes = 512

  private let connection: Connection
  private let question: HistoryQuery
  private let query: Query
  private let filter: [SQLValue]
  private var page = HistoryPage()
  private var rows = 0
  private var bytes = 0
  /// The last row that was seen.
  private var last: Int64?

  init(_ connection: Connection, _ question: HistoryQuery) {
    self.connection = connection
    self.question = question
    let uid = question.uid.map { SQLValue.integer(Int64($0)) }
    if let name = question.name {
      // No digit comes after "f", so this is behind all names that begin so.
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

  /// - Throws: What has to do with the disk and not with single rows.
  mutating func read() throws(StoreError) -> HistoryPage {
    guard question.before != .min else { return page }
    var top: Int64? = question.before.map { $0 - 1 } ?? .max
    while let from = top { top = try read(from: from) }
    return page
  }

  /// Reads on from this row downwards.
  /// - Returns: Where to go on behind what cannot be read; nil when the page or the table is at its end.
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
  /// - Returns: The page has room for another.
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

  /// The largest key at or below which something can be read, found in halves; nil when there is none.
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
