/// A task's progress with the change that it waits for. The state is not stored: after a start the paths are
/// looked at anew, and their earlier state is in the task (``PathRecord``).
///
/// A watch reports once that an event happened, which may be no change, such as a file beside the watched
/// one. A look decides whether a path has changed. Hence a thousand changes cost what one does.
struct PathState: Hashable {
  enum Step: Hashable {
    /// The paths have to be looked at.
    case unseen
    /// A program looks at the paths.
    case looking(RunID)
    /// No path has changed, and the watch of this name reports the next event.
    case watched(RunID)
    /// The paths have to be looked at again at this point.
    case waiting(until: MonotonicTime)
    /// The paths have changed, and are quiet.
    case changed

    /// Whether no path is known to have changed.
    var isWatched: Bool { if case .watched = self { true } else { false } }
  }

  private(set) var step = Step.unseen
  /// The point since which events happened, or `nil` without any.
  private(set) var touched: MonotonicTime?
  /// Whether a look has found a change, so the events are no mere noise.
  private(set) var isChanging = false
  /// The digest of the last look.
  private(set) var digest: Int64?
  /// The point of the last look.
  private var seen: MonotonicTime?
  /// The point before which the next run does not begin, because the change came during the task's own run,
  /// one of several in a row.
  private(set) var notBefore: MonotonicTime?
  /// The number of events in a row that were no change.
  private(set) var falseAlarms = 0
  /// The reason why the last look failed, or `nil` when it did not.
  private(set) var problem: String?
  private var pause = GrowingPause(first: .seconds(30), longest: .hours(1))

  /// Returns what the task waits for, or `nil` when its paths have changed.
  func wait(at now: MonotonicTime) -> PathWait? {
    switch step {
    case .unseen: .look
    case .looking(let id), .watched(let id): .watch(id)
    case .waiting(let until): until <= now ? .look : .pause(until)
    case .changed: nil
    }
  }

  /// The look or the watch whose report the task waits for, if any.
  var watch: RunID? {
    switch step {
    case .looking(let id), .watched(let id): id
    case .unseen, .waiting, .changed: nil
    }
  }

  /// Returns whether the last look was just now.
  func isFresh(at now: MonotonicTime) -> Bool { seen.map { now - $0 <= Self.freshness } ?? false }

  /// Drops the look or the watch while the task waits for something else first.
  mutating func leave() { if watch != nil { step = .unseen } }

  /// Notes that a look under this name begins.
  mutating func look(as id: RunID) { step = .looking(id) }

  /// Takes in an event. The next look comes when the change should be over. After false alarms in a row it
  /// comes later, but no later than a change may take.
  mutating func touch(_ trigger: PathTrigger, at now: MonotonicTime) {
    touched = now
    let pause = TimeSpan(uSec: max(trigger.quiet, Self.shortestPause).uSec.saturatingTimes(1 << falseAlarms))
    step = .waiting(until: now + min(pause, max(trigger.atLatest, Self.shortestPause)))
  }

  /// Takes in a look; the watch is known by its name from now on.
  mutating func take(
    _ stamp: PathStamp, _ trigger: PathTrigger, of record: PathRecord, as id: RunID, at moment: Moment
  ) {
    let now = moment.monotonic
    let isFirstLook = digest == nil
    (problem, digest, seen) = (nil, stamp.digest, now)
    pause.reset()
    guard record.isChanged(stamp, at: moment.wall) else {
      if touched != nil { falseAlarms = min(falseAlarms + 1, 16) }
      (step, touched, isChanging, notBefore) = (.watched(id), nil, false, nil)
      return
    }
    if isFirstLook, .zero < record.pause { notBefore = now + record.pause }
    let since = touched ?? now
    // Paths that are gone have no date, and a date to come was written by a clock that was set.
    let age = max(stamp.newest.map { moment.wall - $0 } ?? now - since, .zero)
    let quiet = min(now + (trigger.quiet - age), since + trigger.atLatest)
    let due = max(quiet, notBefore ?? quiet)
    (touched, isChanging, falseAlarms) = (since, true, 0)
    step = due <= now ? .changed : .waiting(until: max(due, now + Self.shortestPause))
  }

  /// Notes that the look failed.
  mutating func fail(_ reason: String, at now: MonotonicTime) {
    problem = reason
    step = .waiting(until: now + pause.next())
  }

  /// A run that begins within this time after a look counts as begun with the look's findings.
  private static let freshness = TimeSpan.seconds(2)
  /// The least time between looks, each of which costs a program's start.
  private static let shortestPause = TimeSpan.milliseconds(200)
}

/// The wait of a task whose paths have not changed.
enum PathWait: Hashable {
  /// The task's turn to be looked at.
  case look
  /// The report of the look or the watch of this name.
  case watch(RunID)
  /// The point of the next look.
  case pause(MonotonicTime)
}
