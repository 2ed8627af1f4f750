import SchedulerAPI

/// How the runs that began in the last day have ended.
struct RecentResults {
  private static let lengthUSec: Int64 = 86_400_000_000

  /// The most frequent first, by the word for it.
  let counts: [(word: String, count: Int)]

  /// Asks for the caller's runs, or for everybody's.
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
