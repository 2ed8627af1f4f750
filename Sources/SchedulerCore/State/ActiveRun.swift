/// A run that has not ended.
struct ActiveRun {
  /// What history will show. `stopReason` is set as soon as it was told to stop, `success` once it reported.
  var run: Run
  var phase: RunPhase
  /// When it was launched; nil when nobody knows, because it was before the daemon started.
  var began: MonotonicTime?
  /// When its application got it, for its budget; nil while no program has it.
  var delivered: MonotonicTime?
  /// How long it may work.
  var limit: TimeSpan
  /// What stops it when it is lost (R32). Empty for a run that was started in spite of its requirements.
  var enforced: Demand
  /// How long it may stand still before it is told to stop.
  var freezeLimit: TimeSpan?
  /// Why it stands still, or why its end is not recorded; nil while neither is so.
  var lack: Reason?
  /// A person started it, there was no room for it, and it has one of its user's own places.
  var isBeside = false
  var target: TaskTarget
  /// None of it runs beside this one.
  var group: TaskGroup?
  /// Whom a transfer speaks to.
  var host: TransferHost?
  var application: ApplicationKey?
  /// The connection that it was delivered to.
  var connection: ConnectionID?
  /// The process that was started for it and has not taken it yet.
  var process: RunID?
  /// That process was started for this run, and was no other's.
  var isOnDemand = false
  /// Its request asks that the machine be kept awake.
  var preventsSleep = false
  /// It is not told to stop when the machine goes to sleep.
  var sleepsThrough = true
  /// Somebody had looked at the paths that it waited for right before it began.
  var hasFreshPaths = false
  /// It was under way when the daemon started.
  var isRestored = false
  /// What it says of the attempt after it.
  var next: NextAttempt?
  /// When it last said how far it is, or began (R51).
  var lastProgress: MonotonicTime

  var state: TaskState {
    switch phase {
    case .launching, .awaited: .launching
    case .running, .frozen, .over: .running
    case .expiring, .killed: .expiring
    }
  }

  /// It keeps the machine awake: what stands still has no use for that.
  var keepsAwake: Bool { preventsSleep && lack == nil }

  /// A program that has not come back since the daemon was started may work on it: nothing reaches it now.
  var isAway: Bool { if case .awaited = phase { isRestored } else { false } }

  /// It has ended, and only the record of that is missing: nothing can be asked of it any more.
  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// It was told to stop.
  var isStopping: Bool { state == .expiring }

  /// Its owner does not want it any more; it is not tried again.
  var isCancelled: Bool { run.stopReason?.code == .cancelled }

  /// What is due about it.
  enum Timer {
    /// Its time is up, or it has not said for too long how far it is.
    case limit(since: MonotonicTime)
    /// It has stood still for too long.
    case standstill
    /// Its grace is over.
    case grace
    /// No program has taken it.
    case patience
  }

  /// What is due about it next, and when; nil when nothing is.
  func nextTimer(stall: TimeSpan) -> (timer: Timer, time: MonotonicTime)? {
    switch phase {
    case .launching, .killed, .over: nil
    case .awaited(let until): (.patience, until)
    case .frozen(_, _, let until): (.standstill, until)
    case .running(let since):
      (
        .limit(since: since),
        run.kind == .continued ? min(since + limit, lastProgress + stall) : since + limit
      )
    case .expiring(let killAt): (.grace, killAt)
    }
  }
}
