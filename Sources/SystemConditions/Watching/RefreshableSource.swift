/// A source whose side of the machine has no events, or not all of them: somebody has to ask.
public protocol RefreshableSource: ConditionSource {
  /// Looks again, and calls the handler before it returns when something changed. On the daemon's queue; does
  /// nothing when the source is not started. It reads a few small files or makes one system call, so
  /// piggyback it on other work, at most once a minute, and no timer is needed for it.
  func refresh()
}
