/// An action that the shell must take, once the batch's changes are on disk.
/// Indirect for the same reason as ``Call``.
package indirect enum Directive: Hashable, Sendable {
  /// Answer the call.
  case reply(ReplyToken, Reply)
  /// Tell the caller on this connection whether its conditions hold. A yes is the last answer.
  case answer(ConnectionID, InquiryAnswer)
  /// Start the run's program. Comes back as ``Event/runStarted(_:)`` or
  /// ``Event/launchFailed(_:message:isPassing:)``, later as ``Event/runEnded(_:_:)``.
  case launch(Launch)
  /// Start the application's program. Comes back like a launch, under the process's name.
  case start(ApplicationStart)
  /// Deliver the run to the program at the other end. Comes back as ``Event/runStarted(_:)``; a connection
  /// that is gone comes back as ``Event/disconnected(_:)``.
  case deliver(Launch, to: ConnectionID)
  /// Tell the run's program, or the application's process, to stop within this grace; the core says when it
  /// is over.
  case expire(RunID, reason: Reason, grace: TimeSpan)
  /// Tell the program at the other end that this run of it has to stop.
  case warn(RunID, on: ConnectionID, reason: Reason, grace: TimeSpan)
  /// Tell the program on this connection to end its assertion within this grace.
  case warnAssertion(ConnectionID, reason: Reason, grace: TimeSpan)
  /// Tell the program that the machine is back or stays after all, and how much time its assertion has then;
  /// `nil` is without limit.
  case relieveAssertion(ConnectionID, remaining: TimeSpan?, grace: TimeSpan)
  /// Close this connection: its program was told to end its assertion, and has not. Comes back as
  /// ``Event/disconnected(_:)``.
  case dropAssertion(ConnectionID)
  /// Have the run's program stopped within this grace when its lease is over, should no daemon be there to do
  /// it. A launch says the same by its task's lease.
  case guardLease(RunID, until: BootTime, grace: TimeSpan)
  /// Freeze the run's program. Comes back only if that fails, as ``Event/freezeFailed(_:message:)``.
  case freeze(RunID)
  /// Thaw the run's program. Nothing happens to one that is not frozen.
  case thaw(RunID)
  /// End the run's program, or the application's process, and all that it started, at once.
  case kill(RunID)
  /// Ask this check. Always comes back as ``Event/checked(_:_:)``.
  case check(CheckRequest)
  /// Inspect these paths, and watch them. Always comes back as ``Event/pathsLooked(_:_:)``, and then once as
  /// ``Event/pathsTouched(_:)`` when they are touched.
  case look(PathLook)
  /// End the inspection or the watch of this name: no task waits for it any more.
  case unwatch(RunID)
  /// Arm the one timer, instead of what was armed before. When its time comes, all sources of conditions
  /// measure again before ``Event/timer``, because some of them are not told of changes.
  case arm(WakeUp)
  /// Hand in ``Event/goOn``, by turns with what has come in: there is more to do than an event may take.
  case goOn
  /// Tell the journal, and the callers that watch.
  case report(Occurrence)
  /// Let the machine sleep or shut down now: nothing that it would disturb runs any more, or there is no more
  /// time.
  case releaseDelay
  /// Keep the machine from going to sleep by itself from now on, or no longer.
  case preventSleep(Bool)
  /// End the daemon: it is shutting down, and nothing runs any more.
  case readyToExit
}
