import SchedulerCore

/// A grant in this machine's hands, until the database has acknowledged how it ended.
struct Holding: Hashable {
  let id: GrantID
  /// The grant itself; `nil` for a task that the daemon held and the agent did not know.
  let grant: Grant?
  var state: State
  /// The begin of the run, if one began.
  var begin: RunBegin?
  /// Whether the database knows of the begin.
  var isBeginSaid = false
  /// Whether the daemon was told to drop the task: a run that began in between ends as cancelled for that.
  var isDropped = false
  /// Whether the daemon has an end of the task that it is to forget.
  var hasEnd = false
  /// The revision of the first stored state that has this grant.
  var revision: Int64

  enum State: Hashable {
    /// The task waits to be handed in: for the disk, for the daemon, for the end of an older grant of the
    /// same occurrence.
    case granted(since: BootTime)
    /// The grant is from the agent's file: only the daemon knows whether it has the task.
    case unsure
    /// The task was handed in, and waits in the daemon once that has accepted it.
    case submitted(at: BootTime, isAccepted: Bool)
    /// The daemon was told to drop the task if it has not begun.
    case withdrawing(ReleaseCode, message: String)
    /// The run goes on.
    case running
    /// The run was told to stop.
    case stopping(StopCode)
    /// The end is to be reported.
    case ended(RunReport)
    /// The grant is to be given back.
    case released(GrantRelease)
  }

  /// Whether the daemon may have the task.
  var isLive: Bool {
    switch state {
    case .granted, .ended, .released: false
    case .unsure, .submitted, .withdrawing, .running, .stopping: true
    }
  }

  /// Whether the grant is neither ended nor given back.
  var isOpen: Bool {
    switch state {
    case .ended, .released: false
    default: true
    }
  }

  /// Whether the lease on the task is to be renewed.
  var isRenewed: Bool {
    switch state {
    case .submitted, .running: true
    default: false
    }
  }

  /// The grant as it is stored.
  var stored: StoredGrant {
    var stored = StoredGrant(id: id, grant: grant, begin: begin)
    switch state {
    case .ended(let report): stored.end = report
    case .released(let release): stored.release = release
    default: break
    }
    return stored
  }
}
