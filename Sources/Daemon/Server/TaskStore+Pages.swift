import SchedulerCore
import TaskStore

/// Which runs a page of history has.
struct HistoryQuery: Sendable {
  var uid: UInt32?
  var identifier: String?
  /// Where the page begins: what the one before it said.
  var before: Int64?
  var rows: Int
  var bytes: Int
}

/// A page of history.
struct HistoryPage: Sendable {
  var runs: [Run]
  /// Where the next page begins; nil when there is none.
  var next: Int64?
  var damaged: [String] = []
}

extension TaskStore {
  func history(
    _ query: HistoryQuery, completion: @escaping @Sendable (Result<HistoryPage, StoreError>) -> Void
  ) {
    let passed = Int(query.before ?? 0)
    history(uid: query.uid, identifier: query.identifier, limit: passed + query.rows + 1) { read in
      completion(
        read.map { all in
          let runs = all.dropFirst(passed)
          return HistoryPage(
            runs: Array(runs.prefix(query.rows)),
            next: runs.count > query.rows ? Int64(passed + query.rows) : nil)
        })
    }
  }
}
