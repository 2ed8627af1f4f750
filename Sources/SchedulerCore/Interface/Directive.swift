/// What the shell must do, once the batch's changes are on disk.
/// Indirect for the same reason as ``Call``.
package indirect enum Directive: Hashable, Sendable {
  /// Answer the call.
  case reply(ReplyToken, Reply)
  /// Tell whoever asked on this connection how it stands. An answer that it holds is the last one.
  case answer(ConnectionID, InquiryAnswer)
  /// Start the run's program. Comes back as ``Event/runStarted(_:)`` or
  /// ``Event/launchFailed(_:message:isPassing:)``, later as ``Event/runEnded(_:_:)``.
  case launch(Launch)
  /// Start the application's program. Comes back like a launch, under the process's name.
  case start(ApplicationStart)
  /// Hand the run to the program at the other end. Comes back as ``Event/runStarted(_:)``;
  /// a connection that is gone is told of by ``Event/disconnected(_:)``.
  case deliver(Launch, to: ConnectionID)
  /// Tell the run's program, or the application's process, to stop. It has so much grace; the core says when
  /// it is over.
  case expire(RunID, reason: Reason, grace: TimeSpan)
  /// Tell the program at the other end that this run of it has to stop.
  case warn(RunID, on: ConnectionID, reason: Reason, grace: TimeSpan)
  /// Tell the program that has asked for time on this connection to end what that was for. It has so much
  /// grace.
  case warnAssertion(ConnectionID, reason: Reason, grace: TimeSpan)
  /// Tell it that the machine is back or stays after all, and how much time it has then; nil is without
  /// limit.
  case relieveAssertion(ConnectionID, remaining: TimeSpan?, grace: TimeSpan)
  /// Close this connection: who has asked for time on it was told to end, and has not. Comes back as
  /// ``Event/disconnected(_:)``.
  case dropAssertion(ConnectionID)
  /// Keep the run's program from running, without ending it. Comes back only if it cannot be done, as
  /// ``Event/freezeFailed(_:message:)``.
  case freeze(RunID)
  /// Let the run's program go on. Nothing happens for one that is not frozen.
  case thaw(RunID)
  /// End the run's program, or the application's process, and all that it started, at once.
  case kill(RunID)
  /// Ask this. Comes back as ``Event/checked(_:_:)``, always.
  case check(CheckRequest)
  /// Look at these paths, and watch them. Comes back as ``Event/pathsLooked(_:_:)``, always, and then as
  /// ``Event/pathsTouched(_:)`` when something happens to them, once.
  case look(PathLook)
  /// Nobody waits for that look or watch any more.
  case unwatch(RunID)
  /// Arm the one timer, instead of what was armed before. When its time comes all sources of conditions are
  /// asked again before ``Event/timer``: some of them have nobody who tells them of a change.
  case arm(WakeUp)
  /// Hand in ``Event/goOn``, behind all that has come in: there is more to do than an event may take.
  case goOn
  /// Tell the journal and those who watch.
  case report(Occurrence)
  /// The machine may sleep or shut down now: nothing that it would disturb runs any more, or there is no more
  /// time.
  case releaseDelay
  /// From now on the machine is kept from going to sleep by itself, or not any more.
  case preventSleep(Bool)
  /// Shutting down: nothing runs any more, the daemon may end.
  case readyToExit
}
