/// Everything that can happen to the scheduler. Nothing else changes its state.
package enum Event: Hashable, Sendable {
  /// A caller asks for something. Answered by exactly one ``Directive/reply(_:_:)`` with this token.
  case call(Call, caller: Caller, token: ReplyToken)

  /// Somebody wants to know when these conditions hold, one question a connection. Answered by
  /// ``Directive/answer(_:_:)`` at once, and if they do not hold once more when they do.
  case inquired(ConnectionID, Inquiry)
  /// A connection that registered, that said that its application is in use, that waits for conditions, or
  /// that has an assertion, is gone.
  case disconnected(ConnectionID)

  // What an executor saw. Each is also said of applications' processes, by the names that they were started
  // under.
  /// The run's program is running, or the run was delivered.
  case runStarted(RunID)
  /// The run's program could not be started; the message says why. `isPassing` when that has to do with the
  /// machine's state and not with the program.
  case launchFailed(RunID, message: String, isPassing: Bool)
  /// The run's program, and all that it left behind in its group, is gone.
  case runEnded(RunID, Exit)

  /// A launch or a delivery found no request in the store. `isDamaged` when it is not there or not what was
  /// written, which stays so; otherwise it could not be read now. The message says where, or why.
  case payloadUnavailable(RunID, isDamaged: Bool, message: String)

  /// The run's program could not be frozen, for this reason.
  case freezeFailed(RunID, message: String)

  /// That was found by a check (``Directive/check(_:)``).
  case checked(RunID, CheckFinding)

  /// That was found by a look (``Directive/look(_:)``).
  case pathsLooked(RunID, PathFinding)
  /// Something has happened to what is watched under this name, which is not watched any more.
  case pathsTouched(RunID)

  // What the machine does.
  /// The first event after a start, when every source has spoken once. `sameBoot` is false when the machine
  /// was booted since the last start; `surviving` names the stored runs that are still working and are looked
  /// after again, and `ended` says how those went that came to their end meanwhile. The others end as
  /// ``Outcome/interrupted``. Of those in `unidentified` nobody can know whether they still work, because the
  /// store does not say what they are, for these reasons: their tasks are not started beside them. `declared`
  /// is what the files in `tasks.d` ask for now: it is part of the start, so that nothing that they have
  /// changed meanwhile is started as it was.
  case started(
    sameBoot: Bool, surviving: Set<RunID>, ended: [RunID: ProgramEnd], unidentified: [RunID: String] = [:],
    declared: DeclarationSet)
  /// Sources saw these values.
  case conditions([ConditionChange])
  /// The wake-up that was armed, or any other moment to look at what is due.
  case timer
  /// Something was left for later (``Directive/goOn``). What has come in meanwhile comes before it.
  case goOn
  /// The machine's time zone is this one.
  case zoneChanged(ZoneRules)
  /// The wall clock was set, forwards or backwards.
  case clockChanged
  /// The machine was suspended and is back.
  case resumed
  /// The machine is about to sleep or to shut down, and waits at most so long for ``Directive/releaseDelay``.
  case departing(Departure, limit: TimeSpan)
  /// It is back from there, or has stayed after all.
  case departureOver(Departure)
  /// New rules hold from now on.
  case configurationChanged(SchedulerConfiguration)
  /// The files of declared tasks were read again. What differs from what they said before is applied.
  case declare(DeclarationSet)
  /// The last commit failed with this cause: from now on nothing that needs the disk is accepted or launched.
  case storeFailed(cause: String)
  /// The disk may work again. Begins a batch: when that is on disk it does, and what ended meanwhile is
  /// recorded.
  case storeRecovered
  /// The daemon was told to end: running work is told to stop, nothing more is started.
  case shutdown
  /// The daemon was told to end, and programs go on without it: nothing more is started, and the next daemon
  /// takes over what runs.
  case handOver
}
