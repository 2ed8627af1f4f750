/// What the shell must do. Replies, launches and all that follows wait until the batch's changes are on disk.
public enum Directive: Hashable, Sendable {
  /// Put it into the batch's transaction.
  case store(StoreChange)
  /// Answer the call, after the commit.
  case reply(ReplyToken, Reply)
  /// Start the program or deliver the task, after the commit. Comes back as ``Event/runStarted(_:)`` or
  /// ``Event/launchFailed(_:message:)``, later as ``Event/runEnded(_:_:)``.
  case launch(Launch)
  /// Tell the run to stop. It has so much grace; the core says when it is over.
  case expire(RunID, reason: Reason, grace: TimeSpan)
  /// End the run and all that it started, at once.
  case kill(RunID)
  /// Arm the one timer, instead of what was armed before.
  case arm(WakeUp)
  /// Tell the journal and those who watch.
  case report(Occurrence)
  /// Shutting down: nothing runs any more, the daemon may end.
  case readyToExit
}
