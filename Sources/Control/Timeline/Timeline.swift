import SchedulerAPI
import SchedulerCore
import Varlink

/// The runs of tasks with their results, and the waits of now. Runs are drawn together as they come, so that
/// memory does not grow with them.
struct Timeline {
  /// The time that is shown.
  let sinceUSec: Int64
  let untilUSec: Int64
  /// The longest gap between runs of one kind that are one bar.
  private(set) var gapUSec: Int64
  /// The number of bars above which gaps are made longer.
  private let mostBars: Int
  private(set) var rows: [TimelineRow] = []
  /// The number of rows that were left out.
  private(set) var omitted = 0
  private var places: [TimelineRow.Name: Int] = [:]
  /// The number of bars in all rows.
  private(set) var bars = 0

  /// - Parameters:
  ///   - steps: The number of places in the picture, from the first date to the last.
  ///   - mostBars: The most bars, or one of each kind for each task if that is more.
  init(sinceUSec: Int64, untilUSec: Int64, steps: Int, mostBars: Int = .max) {
    (self.sinceUSec, self.untilUSec, self.mostBars) = (sinceUSec, untilUSec, mostBars)
    gapUSec = (untilUSec - sinceUSec) / Int64(max(steps, 1))
  }

  var lengthUSec: Int64 { untilUSec - sinceUSec }

  /// The number of runs of each kind.
  var counts: [TimelineKind: Int] { rows.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) } }

  /// Adds a run, if any of it is in the time that is shown.
  mutating func add(_ run: Wire.Run) {
    let bar = (started: run.startedUSec, ended: run.outcome == nil ? untilUSec : run.endedUSec ?? 0)
    guard max(bar.started, bar.ended) >= sinceUSec else { return }
    bars += rows[place(of: run.identifier, run.uid)].add(run, within: gapUSec)
    while bars > mostBars, gapUSec < lengthUSec {
      gapUSec *= 2
      for index in rows.indices { bars -= rows[index].coarsen(to: gapUSec) }
    }
  }

  /// Adds a task that is pending or running.
  mutating func add(_ task: Wire.Task) { rows[place(of: task.request.identifier, task.uid)].add(task) }

  private mutating func place(of identifier: String, _ uid: UInt32) -> Int {
    let name = TimelineRow.Name(identifier: identifier, uid: uid)
    if let place = places[name] { return place }
    places[name] = rows.count
    rows.append(TimelineRow(name))
    return rows.count - 1
  }

  /// Sorts the rows, the most important first, and leaves out those that are not asked for.
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
