package import SchedulerCore

/// A part of the past.
package struct HistoryPage: Hashable, Sendable {
  /// The runs, those under way included, the one that was recorded last first.
  package var runs: [Run]
  /// Where the next page begins (``HistoryQuery/before``); nil when this is the last.
  package var next: Int64?
  /// The rows between them that are not what was written, one line each.
  package var damaged: [String]

  /// A page.
  package init(runs: [Run] = [], next: Int64? = nil, damaged: [String] = []) {
    self.runs = runs
    self.next = next
    self.damaged = damaged
  }
}
