/// The keys under which the indexes have a waiting task, as far as they follow from the task itself.
struct Waiting {
  /// The counter that includes the task, for the limits of R11.
  struct Count: Hashable {
    var uid: UInt32
    var application: ApplicationKey?
    var kind: Kind
  }

  /// The task's ``Place``, with its key there.
  enum Spot: Hashable {
    /// - Parameter latest: The last date at which a wake-up must come for the task.
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
      case .date(let due, _): due.subject
      case .pause(let due): due.subject
      case .application(let id, _, _), .paths(let id, _), .held(let id), .paused(let id),
        .behindRun(let id), .behindTasks(let id):
        id
      case .group(_, let urgency): urgency.id
      }
    }
  }

  let uid: UInt32
  let count: Count
  /// The next date by which the task should have begun or succeeded. Nil when there is none, or when its
  /// passing was taken in.
  let deadline: Due<WallTime>?
  let spot: Spot
  /// The date of the next relaxation, or `nil` without one.
  let relaxation: Due<WallTime>?
  /// The point at which its lease is over, or `nil` without one.
  let lease: Due<BootTime>?
  /// The next date at which so little time is left that its window is judged otherwise; `nil` without one.
  let nextPatience: Due<WallTime>?
  /// The date at which it waits for no window any more; `nil` without one.
  let patienceEnd: Due<WallTime>?

  /// Creates the keys, or `nil` for a task that runs.
  init?(_ entry: TaskEntry) {
    let task = entry.task
    switch entry.place {
    case .date(let date):
      spot = .date(Due(date, task.id), latest: Due(Self.latestWakeUp(for: task, from: date), task.id))
    case .pause(let point): spot = .pause(Due(point, task.id))
    case .application(let until):
      spot = .application(task.id, entry.application, until: until.map { Due($0, task.id) })
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
    // Before its date or its turn, and while it is paused, a task's demand on the machine does not count.
    let asksNothing =
      switch spot {
      case .date, .paths, .paused, .behindTasks: true
      default: false
      }
    relaxation =
      asksNothing ? nil : entry.relaxationDates.dropFirst(entry.relaxedSteps).first.map { Due($0, task.id) }
    deadline = task.lateDate.map { Due($0, task.id) }
    lease = task.lease.map { Due($0.until, task.id) }
    let late = entry.place == .group ? task.latestEnd : nil
    nextPatience = late.flatMap { entry.patience.next(before: $0) }.map { Due($0, task.id) }
    patienceEnd = late.flatMap { entry.patience.end(before: $0) }.map { Due($0, task.id) }
  }

  /// Returns the end of the task's tolerance. It ends half-way to a deadline that comes sooner, so that a
  /// shared or late wake-up does not make the task miss it.
  private static func latestWakeUp(for task: ScheduledTask, from date: WallTime) -> WallTime {
    let tolerance = task.request.tolerance
    guard let deadline = task.openDeadline else { return date + tolerance }
    return date + min(tolerance, max(TimeSpan(uSec: (deadline - date).uSec / 2), .zero))
  }
}

extension ScheduledTask {
  /// The task's deadline, until its passing is taken in. A deadline is about the first attempt; a task that
  /// has begun before only goes on.
  var openDeadline: WallTime? { attempt == 1 && !isOverdue ? request.deadline : nil }

  /// The date by which the task must have succeeded, until its passing is taken in.
  var openSuccessDue: WallTime? { lacksSuccess ? nil : successDue }

  /// The date from which the task is late, until its passing is taken in; `nil` without one.
  var lateDate: WallTime? { [openDeadline, openSuccessDue].compactMap(\.self).min() }

  /// The date by which its work is to be done, whatever its attempt; `nil` without one, and once it is late.
  var latestEnd: WallTime? {
    [isOverdue ? nil : request.deadline, openSuccessDue].compactMap(\.self).min()
  }

  /// Returns the lateness that was not taken in, or `nil` without one.
  func newLateness(at now: WallTime) -> Lateness? {
    if let openDeadline, openDeadline <= now { return .deadline }
    if let openSuccessDue, openSuccessDue <= now {
      return .noSuccess(since: withoutSuccessSince ?? submitted)
    }
    return nil
  }

  /// Takes in the lateness.
  mutating func take(_ lateness: Lateness) {
    switch lateness {
    case .deadline: isOverdue = true
    case .noSuccess: lacksSuccess = true
    }
  }
}

/// The place of a task, which is what it waits for first. Only the head of each place is looked at.
enum Place: Hashable {
  /// The task waits for its date.
  case date(WallTime)
  /// The task waits for a point on the monotonic clock: backoff, spacing, a budget.
  case pause(MonotonicTime)
  /// The task waits for the end of the run of the same key.
  case behindRun
  /// The task waits for the ends of the tasks that it comes after.
  case behindTasks
  /// The task waits for a change of its application, or for this point.
  case application(until: MonotonicTime?)
  /// The task waits for a change of its paths.
  case paths(PathWait)
  /// The task waits for conditions and a slot, with all tasks of its waiting group, which follows from the
  /// task.
  case group
  /// The task waits until the state file is mended and the daemon started anew.
  case held
  /// The task waits for the end of the pause that holds it back.
  case paused
  /// The task does not wait, because it has a run.
  case running

  /// Whether the task waits for other tasks or for a change of its paths.
  var isBeforeTurn: Bool {
    switch self {
    case .behindTasks, .paths: true
    case .date, .pause, .behindRun, .application, .group, .held, .paused, .running: false
    }
  }
}
