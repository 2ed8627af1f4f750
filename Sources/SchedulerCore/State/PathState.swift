/// How far a task is with the change that it waits for. It is not stored: after a start somebody looks anew,
/// and what the paths were like before is in the task (``PathRecord``).
///
/// A watch says once that something has happened, which may be nothing: a file beside the one that is meant.
/// Whether something has changed is decided by looking. So a thousand changes cost what one does.
struct PathState: Hashable {
  enum Step: Hashable {
    /// Somebody has to look.
    case unseen
    /// Somebody looks.
    case looking(RunID)
    /// Nothing has changed, and the watch of this name says when something happens.
    case watched(RunID)
    /// Somebody has to look again at this point.
    case waiting(until: MonotonicTime)
    /// They have changed, and are quiet.
    case changed

    /// Nothing has changed, as far as anybody can tell.
    var isWatched: Bool { if case .watched = self { true } else { false } }
  }

  private(set) var step = Step.unseen
  /// Since when something has happened; nil when nothing has.
  private(set) var touched: MonotonicTime?
  /// It is no mere noise: they have changed.
  private(set) var isChanging = false
  /// What was found last.
  private(set) var digest: Int64?
  /// When that was.
  private var seen: MonotonicTime?
  /// The change came during its own run, one of several in a row, and the next one does not begin before
  /// this point.
  private(set) var notBefore: MonotonicTime?
  /// How often in a row something happened that was no change.
  private(set) var falseAlarms = 0
  /// Why they could not be watched the last time; nil when they could.
  private(set) var problem: String?
  private var pause = GrowingPause(first: .seconds(30), longest: .hours(1))

  /// What it waits for; nil when nothing is left to wait for.
  func wait(at now: MonotonicTime) -> PathWait? {
    switch step {
    case .unseen: .look
    case .looking(let id), .watched(let id): .watch(id)
    case .waiting(let until): until <= now ? .look : .pause(until)
    case .changed: nil
    }
  }

  /// The look or the watch whose word is waited for; nil where none is.
  var watch: RunID? {
    switch step {
    case .looking(let id), .watched(let id): id
    case .unseen, .waiting, .changed: nil
    }
  }

  /// Somebody has just looked.
  func isFresh(at now: MonotonicTime) -> Bool { seen.map { now - $0 <= Self.freshness } ?? false }

  /// It waits for something else before: nothing is looked at or watched for it meanwhile.
  mutating func leave() { if watch != nil { step = .unseen } }

  /// Somebody looks from now on.
  mutating func look(as id: RunID) { step = .looking(id) }

  /// Something happened. It is looked at when it should be over. What was nothing several times in a row is
  /// given more time, but no more than a change may take.
  mutating func touch(_ trigger: PathTrigger, at now: MonotonicTime) {
    touched = now
    let pause = TimeSpan(uSec: max(trigger.quiet, Self.shortestPause).uSec.saturatingTimes(1 << falseAlarms))
    step = .waiting(until: now + min(pause, max(trigger.atLatest, Self.shortestPause)))
  }

  /// Somebody has looked, by the name under which the watch is known from now on.
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
    // What is gone has no date, and a date that is still to come is a clock's that was set.
    let age = max(stamp.newest.map { moment.wall - $0 } ?? now - since, .zero)
    let quiet = min(now + (trigger.quiet - age), since + trigger.atLatest)
    let due = max(quiet, notBefore ?? quiet)
    (touched, isChanging, falseAlarms) = (since, true, 0)
    step = due <= now ? .changed : .waiting(until: max(due, now + Self.shortestPause))
  }

  /// Nobody could look.
  mutating func fail(_ reason: String, at now: MonotonicTime) {
    problem = reason
    step = .waiting(until: now + pause.next())
  }

  /// A run that begins within so long after a look begins with what was seen.
  private static let freshness = TimeSpan.seconds(2)
  /// Looking costs a program's start.
  private static let shortestPause = TimeSpan.milliseconds(200)
}

/// What a task waits for whose paths have not changed.
enum PathWait: Hashable {
  /// Its turn to be looked at.
  case look
  /// What the look or the watch of this name says.
  case watch(RunID)
  /// A point at which somebody looks again.
  case pause(MonotonicTime)
}
