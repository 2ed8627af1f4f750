import SchedulerAPI
import SchedulerCore

/// The longest wait of a caller while another one does something about all of many tasks. No event of the
/// daemon may last longer.
struct DisturbanceMeasurement {
  /// The number of tasks that are listed.
  private static let listed = 20_000
  private let tasks: WaitingTasks

  /// - Parameter tasks: Many waiting tasks, which are gone afterwards.
  init(_ tasks: WaitingTasks) { self.tasks = tasks }

  /// Measures each kind of work once.
  func section(_ progress: ProgressLine) throws -> Section {
    let daemon = tasks.daemon
    let client = try daemon.client()
    // By their names, which concerns each task by itself.
    let all = WaitingTasks.pattern
    let works: [(name: String, title: String, work: () throws -> Void)] = [
      (
        "Paused", "paused and resumed",
        {
          try client.pause(identifiers: all)
          try client.resume(identifiers: all)
        }
      ),
      (
        "Listed", "listed, as far as \(Self.listed) go", { try client.list(limit: Self.listed) { _ in true } }
      ),
      ("Reconfigured", "judged by other rules", { try daemon.reload(concurrentRuns: 8) }),
      ("Cancelled", "cancelled", { _ = try client.cancelAll() }),
    ]
    let figures = try works.map { name, title, work in
      progress.show("\(Thousands.text(tasks.count)) tasks are \(title)")
      let wait = try Probe.longestWait(daemon.socket, while: work)
      return Figure(
        name: "longestWhile\(name)", title: "while they are \(title)", unit: .microseconds,
        samples: [Double(wait) / 1000])
    }
    return Section(
      title: "the longest wait of others with \(Thousands.text(tasks.count)) tasks", figures: figures)
  }
}
