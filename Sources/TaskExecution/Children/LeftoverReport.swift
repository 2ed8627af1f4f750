public import SchedulerCore

/// What became of the processes that an earlier daemon left behind.
public struct LeftoverReport: Hashable, Sendable {
  /// The runs that still had processes, in the order in which they were asked for.
  public var found: [RunID]
  /// How many processes could not be ended: the kernel holds them, or they have become another user's.
  public var remaining: Int

  /// A report.
  public init(found: [RunID], remaining: Int) {
    self.found = found
    self.remaining = remaining
  }
}
