package import SchedulerCore

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
