import SchedulerAPI
import SchedulerCore

/// One task with its runs and waits.
struct TimelineRow {
  /// The task's identifier and user.
  struct Name: Hashable {
    var identifier: String
    var uid: UInt32
  }

  let name: Name
  /// The bars, newest first, apart from those that a step of the clock has put elsewhere.
  private(set) var bars: [TimelineBar] = []
  /// The number of runs of each kind that began or ended in the time that is shown.
  private(set) var counts: [TimelineKind: Int] = [:]
  /// The newest run that has ended.
  var last: Wire.Run? { task?.lastRun ?? newestEnded }
  private var newestEnded: Wire.Run?
  /// The task as it is now; nil when it is over.
  private(set) var task: Wire.Task?
  /// The place of the last bar of each kind.
  private var newest: [TimelineKind: Int] = [:]

  init(_ name: Name) { self.name = name }

  /// - Returns: The number of bars that were added.
  mutating func add(_ run: Wire.Run, within gapUSec: Int64) -> Int {
    if newestEnded == nil, run.outcome != nil { newestEnded = run }
    let bar = TimelineBar(run)
    counts[bar.kind, default: 0] += 1
    let before = bars.count
    add(bar, within: gapUSec)
    if let wait = TimelineBar(waitBefore: run) { add(wait, within: gapUSec) }
    return bars.count - before
  }

  mutating func add(_ task: Wire.Task) { self.task = task }

  /// Merges bars that are no further apart.
  /// - Returns: The number of bars that are gone.
  mutating func coarsen(to gapUSec: Int64) -> Int {
    let old = bars
    (bars, newest) = ([], [:])
    for bar in old { add(bar, within: gapUSec) }
    return old.count - bars.count
  }

  private mutating func add(_ bar: TimelineBar, within gapUSec: Int64) {
    if let place = newest[bar.kind], bars[place].merge(bar, within: gapUSec) { return }
    newest[bar.kind] = bars.count
    bars.append(bar)
  }

  /// The bars of runs, and the bars of waits before them.
  var runs: [TimelineBar] { bars.filter { $0.kind != .waiting } }
  var waits: [TimelineBar] { bars.filter { $0.kind == .waiting } }

  /// Returns the task's standing, or nil when the task is over.
  func standing(now: Int64) -> TaskStanding? {
    task.map { TaskStanding($0, now: now) }
  }

  var hasFailed: Bool { counts[.failed] != nil }

  /// Returns since when the task waits although its date has come, or nil when it does not.
  func waitingSince(now: Int64) -> Int64? {
    guard let task, task.state == .waiting else { return nil }
    // A task that has run since then has not waited all the time.
    let since = max(task.request.earliestBeginUSec ?? task.submittedUSec, last?.endedUSec ?? .min)
    return since <= now ? since : nil
  }
}
