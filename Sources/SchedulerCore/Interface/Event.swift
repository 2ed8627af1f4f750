/// Everything that can happen to the scheduler. Nothing else changes its state.
package enum Event: Hashable, Sendable {
  /// A call of a caller, which is answered by exactly one ``Directive/reply(_:_:)`` with this token.
  case call(Call, caller: Caller, token: ReplyToken)

  /// A caller asks when these conditions hold, one inquiry a connection. Answered by
  /// ``Directive/answer(_:_:)`` at once and, if they do not hold, once more when they do.
  case inquired(ConnectionID, Inquiry)
  /// A connection is gone that registered, that said that its application is in use, that waits for
  /// conditions, or that has an assertion.
  case disconnected(ConnectionID)

  // Observations of an executor. They come for applications' processes as well, by the names under which
  // these were started.
  /// The run's program is running, or the run was delivered.
  case runStarted(RunID)
  /// The run's program could not be started; the message says why. `isPassing` when the cause is the
  /// machine's state and not the program.
  case launchFailed(RunID, message: String, isPassing: Bool)
  /// The run's program is gone, and so is all that it left behind in its group.
  case runEnded(RunID, Exit)

  /// A launch or a delivery found no request in the store. `isDamaged` when the request is missing or not
  /// what was written, which stays so; otherwise it could not be read now. The message says where, or why.
  case payloadUnavailable(RunID, isDamaged: Bool, message: String)

  /// The run's program could not be frozen, for this reason.
  case freezeFailed(RunID, message: String)

  /// A check has this answer (``Directive/check(_:)``).
  case checked(RunID, CheckFinding)

  /// An inspection of paths has this result (``Directive/look(_:)``).
  case pathsLooked(RunID, PathFinding)
  /// The paths watched under this name were touched, and are not watched any more.
  case pathsTouched(RunID)

  // Changes of the machine, of the daemon and of its files.
  /// The first event after a start, when every source has reported once. `sameBoot` is false when the machine
  /// was booted since the last start; `surviving` names the stored runs that still work and are supervised
  /// again, and `ended` says how runs ended meanwhile. The others end as ``Outcome/interrupted``. Whether the
  /// runs in `unidentified` still work is unknown, because the store does not say what they are, for these
  /// reasons: their tasks are not started beside them. `declared` is what the files in `tasks.d` ask for now:
  /// it is part of the start, so that nothing that they have changed meanwhile is started as it was.
  case started(
    sameBoot: Bool, surviving: Set<RunID>, ended: [RunID: ProgramEnd], unidentified: [RunID: String] = [:],
    declared: DeclarationSet)
  /// Sources measured these values.
  case conditions([ConditionChange])
  /// The wake-up that was armed, or any other moment at which tasks may be due.
  case timer
  /// Work was left for later (``Directive/goOn``). Events that come in meanwhile have their turn before the
  /// next.
  case goOn
  /// The machine has this time zone from now on.
  case zoneChanged(ZoneRules)
  /// The wall clock was set, forwards or backwards.
  case clockChanged
  /// The machine was suspended and is back.
  case resumed
  /// The machine is about to sleep or shut down, and waits within `limit` for ``Directive/releaseDelay``.
  case departing(Departure, limit: TimeSpan)
  /// The machine is back from there, or has stayed after all.
  case departureOver(Departure)
  /// The scheduler has this configuration from now on.
  indirect case configurationChanged(SchedulerConfiguration)
  /// The files of declared tasks were read again. Differences from what they said before are applied.
  case declare(DeclarationSet)
  /// The last commit failed with this cause: from now on nothing that needs the disk is accepted or launched.
  case storeFailed(cause: String)
  /// The disk may work again. Begins a batch: when that is on disk the disk works, and all runs that ended
  /// meanwhile are recorded.
  case storeRecovered
  /// The daemon was told to end: runs are told to stop, nothing more is started.
  case shutdown
  /// The daemon was told to end, and programs go on without it: nothing more is started, and the next daemon
  /// takes over the runs.
  case handOver
}
