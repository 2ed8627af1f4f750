/// A run that has not ended.
struct ActiveRun {
  /// What history will show. `stopReason` is set as soon as it was told to stop, `success` once it reported.
  var run: Run
  var phase: RunPhase
  /// When its application got it, for its budget; nil while no program has it.
  var delivered: MonotonicTime?
  /// How long it may work.
  var limit: TimeSpan
  /// What stops it when it is lost (R32). Empty for a run that was started in spite of its requirements.
  var enforced: Requirements
  /// How long it may stand still before it is told to stop.
  var freezeLimit: TimeSpan?
  /// Why it stands still, or why its end is not recorded; nil while neither is so.
  var lack: Reason?
  var target: TaskTarget
  var application: ApplicationKey?
  /// The connection that it was delivered to.
  var connection: ConnectionID?
  /// The process that was started for it and has not taken it yet.
  var process: RunID?
  /// Its request asks that the machine be kept awake.
  var preventsSleep = false
  /// It is not told to stop when the machine goes to sleep.
  var sleepsThrough = true
  /// It was under way when the daemon started.
  var isRestored = false
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

  /// It has ended, and only the record of that is missing: nothing can be asked of it any more.
  var isOver: Bool {
    if case .over = phase { true } else { false }
  }

  /// It was told to stop.
  var isStopping: Bool { state == .expiring }

  /// Its owner does not want it any more; it is not tried again.
  var isCancelled: Bool { run.stopReason?.code == .cancelled }

  /// When something is due about it.
  func nextTimer(stall: TimeSpan) -> MonotonicTime? {
    switch phase {
    case .launching, .killed, .over: nil
    case .awaited(let until), .frozen(_, _, let until): until
    case .running(let since):
      run.kind == .continued ? min(since + limit, lastProgress + stall) : since + limit
    case .expiring(let killAt): killAt
    }
  }
}
