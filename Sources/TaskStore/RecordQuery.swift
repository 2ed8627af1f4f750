package import SchedulerCore

/// A page of the record of conditions that is wanted.
package struct RecordQuery: Hashable, Sendable {
  /// The end of the page before (``RecordPage/next``); `nil` begins with the oldest line.
  package var after: Int64?
  /// The most lines that are read, including damaged ones; less than 1 is 1.
  package var rows: Int

  package init(after: Int64? = nil, rows: Int) { (self.after, self.rows) = (after, rows) }
}

/// A page of the record of conditions.
package struct RecordPage: Hashable, Sendable {
  /// The lines, the oldest first.
  package var changes: [RecordedChange]
  /// The end of the page, after which the next one begins; `nil` on the last page.
  package var next: Int64?

  package init(changes: [RecordedChange] = [], next: Int64? = nil) {
    (self.changes, self.next) = (changes, next)
  }
}
