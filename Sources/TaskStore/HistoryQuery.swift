import SchedulerCore

/// Which runs of the past are wanted, and how much of them at a time.
package struct HistoryQuery: Hashable, Sendable {
  /// Only this user's; nil is everybody's.
  package var uid: UInt32?
  /// Only of this identifier; nil is any.
  package var identifier: String?
  /// Only runs whose names begin so, in lower-case hexadecimal digits; nil is any. The identifier is not
  /// asked for then.
  package var name: String?
  /// Only what was recorded before this: ``HistoryPage/next`` of the page before. Nil begins with the newest.
  package var before: Int64?
  /// The most rows that are looked at, damaged ones included; less than 1 is 1.
  package var rows: Int
  /// About how many bytes of memory the runs may take. The first row of a page comes whatever it takes.
  package var bytes: Int

  /// A question.
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

  /// Whether the run is one of those that are asked for.
  func asks(for run: Run) -> Bool {
    (uid.map { $0 == run.uid } ?? true) && (identifier.map { $0 == run.identifier } ?? true)
      && (name.map { run.id.text.hasPrefix($0) } ?? true)
  }
}
