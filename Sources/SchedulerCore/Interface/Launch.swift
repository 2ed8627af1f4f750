/// What an executor needs to know to start a run, besides the payload in the store.
public struct Launch: Hashable, Sendable {
  /// The run, already recorded.
  public var run: Run
  /// Who does the work.
  public var target: TaskTarget
  /// How long it may take from its start.
  public var limit: TimeSpan
  /// How long it has to stop once it is told to.
  public var grace: TimeSpan

  /// A launch.
  public init(run: Run, target: TaskTarget, limit: TimeSpan, grace: TimeSpan) {
    self.run = run
    self.target = target
    self.limit = limit
    self.grace = grace
  }
}
