import SchedulerAPI
import SchedulerCore
import Varlink

/// When tasks ran, how that ended, and what waits now. Runs are drawn together as they come, so that what is
/// kept does not grow with them.
struct Timeline {
  /// What is shown of it.
  let sinceUSec: Int64
  let untilUSec: Int64
  /// Runs of one kind that are no further apart are one bar.
  private(set) var gapUSec: Int64
  /// More bars than so many are drawn together more.
  private let mostBars: Int
  private(set) var rows: [TimelineRow] = []
  /// So many rows were left out.
  private(set) var omitted = 0
  private var places: [TimelineRow.Name: Int] = [:]
  /// So many bars all rows have.
  private(set) var bars = 0

  /// - Parameters:
  ///   - steps: So many places the picture has from the first date to the last.
  ///   - mostBars: So many bars at most, and one of each kind for each task.
  init(sinceUSec: Int64, untilUSec: Int64, steps: Int, mostBars: Int = .max) {
    (self.sinceUSec, self.untilUSec, self.mostBars) = (sinceUSec, untilUSec, mostBars)
    gapUSec = (untilUSec - sinceUSec) / Int64(max(steps, 1))
  }

  var lengthUSec: Int64 { untilUSec - sinceUSec }

  /// So many runs of each kind.
  var counts: [TimelineKind: Int] { rows.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) } }

  /// Takes in a run, if any of it is in the time that is shown.
  mutating func add(_ run: Wire.Run) {
    let bar = (started: run.startedUSec, ended: run.outcome == nil ? untilUSec : run.endedUSec ?? 0)
    guard max(bar.started, bar.ended) >= sinceUSec else { return }
    bars += rows[place(of: run.identifier, run.uid)].add(run, within: gapUSec)
    while bars > mostBars, gapUSec < lengthUSec {
      gapUSec *= 2
      for index in rows.indices { bars -= rows[index].coarsen(to: gapUSec) }
    }
  }

  /// Takes in a task that is pending or running.
  mutating func add(_ task: Wire.Task) { rows[place(of: task.request.identifier, task.uid)].add(task) }

  private mutating func place(of identifier: String, _ uid: UInt32) -> Int {
    let name = TimelineRow.Name(identifier: identifier, uid: uid)
    if let place = places[name] { return place }
    places[name] = rows.count
    rows.append(TimelineRow(name))
    return rows.count - 1
  }

  /// Puts what matters most first, and leaves out what is not asked for.
  mutating func arrange(onlyFailed: Bool, limit: Int) {
    let shown = rows.filter { !onlyFailed || $0.hasFailed }.sorted { place($0) < place($1) }
    rows = Array(shown.prefix(limit))
    omitted = shown.count - rows.count
    places = [:]
  }

  private func place(_ row: TimelineRow) -> (Int, String, UInt32) {
    let standing =
      row.standing(now: untilUSec)?.rawValue
      ?? (row.last?.hasFailed == true ? TaskStanding.failing.rawValue : .max)
    return (standing, row.name.identifier, row.name.uid)
  }
}
