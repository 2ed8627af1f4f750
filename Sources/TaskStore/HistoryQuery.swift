package import SchedulerCore

/// The runs of history that are wanted, and the size of a page of them.
package struct HistoryQuery: Hashable, Sendable {
  /// The user of the runs; `nil` for all users.
  package var uid: UInt32?
  /// The identifier of the runs; `nil` for any.
  package var identifier: String?
  /// The beginning of the runs' names, in lower-case hexadecimal digits; `nil` for any. A query has this or
  /// an identifier.
  package var name: String?
  /// The end of the page before (``HistoryPage/next``); `nil` begins with the newest run.
  package var before: Int64?
  /// The most rows that are read, including damaged ones; less than 1 is 1.
  package var rows: Int
  /// The approximate bytes of memory that the runs may take. A page's first row comes whatever it takes.
  package var bytes: Int

  package init(
    uid: UInt32? = nil, identifier: String? = nil, name: String? = nil, before: Int64? = nil, rows: Int,
    bytes: Int = .max
  ) {
    self.uid = uid
    self.identifier = identifier
    self.name = name
    self.before = before
    self.rows = rows
    self.bytes = bytes
  }

  /// Whether the query asks for the run.
  func asks(for run: Run) -> Bool {
    (uid.map { $0 == run.uid } ?? true) && (identifier.map { $0 == run.identifier } ?? true)
      && (name.map { run.id.text.hasPrefix($0) } ?? true)
  }
}

/// A page of history.
package struct HistoryPage: Hashable, Sendable {
  /// The runs, including those under way, the last recorded first.
  package var runs: [Run]
  /// The beginning of the next page (``HistoryQuery/before``); `nil` on the last page.
  package var next: Int64?
  /// The rows between the runs that are not what was written, one line each.
  package var damaged: [String]

  package init(runs: [Run] = [], next: Int64? = nil, damaged: [String] = []) {
    self.runs = runs
    self.next = next
    self.damaged = damaged
  }
}
