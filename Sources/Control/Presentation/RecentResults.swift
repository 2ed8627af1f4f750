import SchedulerAPI

/// The results of the runs that began in the last day.
struct RecentResults {
  private static let lengthUSec: Int64 = 86_400_000_000

  /// The number of runs by the result's word, most frequent first.
  let counts: [(word: String, count: Int)]

  /// Asks the daemon for the caller's runs, or for those of all users.
  init(_ daemon: DaemonConnection, now: Int64, allUsers: Bool? = nil) throws(Failure) {
    var counts: [String: Int] = [:]
    try daemon.stream(SchedulerMethod.History.self, .init(allUsers: allUsers)) { page, _ throws(Failure) in
      let recent = page.runs.filter { $0.startedUSec >= now - Self.lengthUSec }
      for run in recent where run.outcome != nil { counts[RunResult(run).word, default: 0] += 1 }
      return !recent.isEmpty
    }
    self.counts = counts.map { (word: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.word) < ($0.count, $1.word) }
  }
}
