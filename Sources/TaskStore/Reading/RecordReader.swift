import SchedulerCore

/// The reading of one page of the record of conditions, line by line. Where lines are damaged or missing, a
/// line by which nothing is observed takes their place: no gap looks like time in which nothing changed.
struct RecordReader {
  private let query: RecordQuery
  private var page = RecordPage()
  /// The last whole line.
  private var last: RecordedRow?
  /// The number of the last line, whole or not.
  private var lastSequence: Int64?
  /// The number of rows so far.
  private var rows = 0

  init(_ query: RecordQuery) { self.query = query }

  /// The parameters of ``Query/recordFrom``: a page begins with the last line of the page before, which says
  /// where a gap begins, and one line more than it holds tells whether another follows.
  var values: [SQLValue] { [.integer(Int64(wantedRows) + 2), .integer(query.after ?? .min)] }

  private var wantedRows: Int { min(max(query.rows, 1), 1 << 20) }

  mutating func take(_ row: [SQLValue]) -> Bool {
    guard case .integer(let sequence)? = row.first else { return true }
    let isContext = sequence == query.after
    if !isContext {
      guard rows < wantedRows else {
        page.next = lastSequence
        return false
      }
      rows += 1
    }
    lastSequence = sequence
    guard let line: RecordedRow = try? RowReader.read(.values(row)) else { return true }
    if !isContext {
      // Without the line before, nobody knows what followed that.
      let isNext = last.map { sequence == $0.sequence + 1 } ?? (query.after == nil)
      if !isNext { endObservation(at: last?.change.time ?? line.change.time) }
      page.changes.append(line.change)
    }
    last = line
    return true
  }

  /// Returns the page, when there are no more rows for it.
  mutating func end() -> RecordPage {
    // The last lines are damaged.
    if page.next == nil, let last, lastSequence != last.sequence { endObservation(at: last.change.time) }
    return page
  }

  private mutating func endObservation(at time: WallTime) {
    page.changes.append(RecordedChange(time, .machine(nil)))
  }
}
