import SchedulerCore

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
