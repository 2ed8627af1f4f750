/// Where a waiting task is found, as far as it follows from the task itself: all the keys under which the
/// indexes have it.
struct Waiting {
  /// What it counts as, for the limits of R11.
  struct Count: Hashable {
    var uid: UInt32
    var application: ApplicationKey?
    var kind: Kind
  }

  /// Its ``Place``, with the key that it has there.
  enum Spot: Hashable {
    /// - Parameter latest: The last date at which a wake-up must come for it.
    case date(Due<WallTime>, latest: Due<WallTime>)
    case pause(Due<MonotonicTime>)
    case application(TaskID, ApplicationKey?, until: Due<MonotonicTime>?)
    case paths(TaskID, PathWait)
    case group(GroupKey, Urgency)
    case held(TaskID)
    case paused(TaskID)
    case behindRun(TaskID)
    case behindTasks(TaskID)

    var id: TaskID {
      switch self {
      case .date(let due, _): due.id
      case .pause(let due): due.id
      case .application(let id, _, _), .paths(let id, _), .held(let id), .paused(let id),
        .behindRun(let id), .behindTasks(let id):
        id
      case .group(_, let urgency): urgency.id
      }
    }
  }

  let uid: UInt32
  let count: Count
  /// The next date by which it should have begun or succeeded. Nil when there is none, or when it has passed
  /// and that was taken in.
  let deadline: Due<WallTime>?
  let spot: Spot
  /// Nil when it asks for the same as long as it waits.
  let relaxation: Due<WallTime>?

  /// Nil for a task that runs.
  init?(_ entry: TaskEntry) {
    let task = entry.task
    switch entry.place {
    case .date(let date):
      spot = .date(
        Due(time: date, id: task.id), latest: Due(time: Self.latestWakeUp(for: task, from: date), id: task.id)
      )
    case .pause(let point): spot = .pause(Due(time: point, id: task.id))
    case .application(let until):
      spot = .application(task.id, entry.application, until: until.map { Due(time: $0, id: task.id) })
    case .paths(let wait): spot = .paths(task.id, wait)
    case .group: spot = .group(entry.groupKey, Urgency(of: task))
    case .held: spot = .held(task.id)
    case .paused: spot = .paused(task.id)
    case .behindRun: spot = .behindRun(task.id)
    case .behindTasks: spot = .behindTasks(task.id)
    case .running: return nil
    }
    uid = task.uid
    count = Count(uid: task.uid, application: entry.application, kind: task.request.kind)
    // Before its date or its turn, and as long as it is paused, nothing that is asked of the machine counts.
    let asksNothing =
      switch spot {
      case .date, .paths, .paused, .behindTasks: true
      default: false
      }
    relaxation =
      asksNothing || task.request.wish.relaxations.isEmpty
      ? nil
      : task.relaxationDates.dropFirst(entry.relaxedSteps).first.map { Due(time: $0, id: task.id) }
    deadline = [task.openDeadline, task.openSuccessDue].compactMap(\.self).min()
      .map { Due(time: $0, id: task.id) }
  }

  /// The end of the task's tolerance. It ends half-way to a deadline that comes sooner, so that a wake-up
  /// that is shared with others, or late, does not make the task miss it.
  private static func latestWakeUp(for task: ScheduledTask, from date: WallTime) -> WallTime {
    let tolerance = task.request.tolerance
    guard let deadline = task.openDeadline else { return date + tolerance }
    return date + min(tolerance, max(TimeSpan(uSec: (deadline - date).uSec / 2), .zero))
  }
}

extension ScheduledTask {
  /// Its deadline, until it is taken in that it has passed. It asks when a task begins; one that has begun
  /// before only goes on.
  var openDeadline: WallTime? { attempt == 1 && !isOverdue ? request.deadline : nil }

  /// The date by which it has to have succeeded, until it is taken in that it has not.
  var openSuccessDue: WallTime? { lacksSuccess ? nil : successDue }

  /// What of that has passed without having been taken in; nil when nothing has.
  func newLateness(at now: WallTime) -> Lateness? {
    if let openDeadline, openDeadline <= now { return .deadline }
    if let openSuccessDue, openSuccessDue <= now {
      return .noSuccess(since: withoutSuccessSince ?? submitted)
    }
    return nil
  }

  /// The task once that is taken in.
  mutating func take(_ lateness: Lateness) {
    switch lateness {
    case .deadline: isOverdue = true
    case .noSuccess: lacksSuccess = true
    }
  }
}

/// A key in a heap of times: no two tasks have an equal one.
struct Due<Time: Comparable & Hashable>: Comparable, Hashable {
  var time: Time
  var id: TaskID

  static func < (left: Due, right: Due) -> Bool { (left.time, left.id) < (right.time, right.id) }
}

extension Due: Sendable where Time: Sendable {}

/// Where a task is kept, which is what it waits for first. Only the head of each place is ever looked at.
enum Place: Hashable {
  /// Until a date.
  case date(WallTime)
  /// Until a point on the monotonic clock: back-off, spacing, a budget.
  case pause(MonotonicTime)
  /// Until the run of the same key has ended.
  case behindRun
  /// Until those have ended that it comes after.
  case behindTasks
  /// Until something about its application changes, or at this point.
  case application(until: MonotonicTime?)
  /// Until the paths have changed.
  case paths(PathWait)
  /// For conditions and for room, with all that need the same of the machine. Which of these groups it is
  /// follows from the task.
  case group
  /// Until the state file is mended and the daemon started anew.
  case held
  /// Until the pause that holds it back is over.
  case paused
  /// Not waiting: it has a run.
  case running
}
