public import SchedulerCore

/// Which units of runs that were under way are still there.
public struct UnitAdoption: Hashable, Sendable {
  /// Their programs work. Their ends will be told.
  public var running: [RunID] = []
  /// Their programs have ended meanwhile. Their ends are told next.
  public var ended: [RunID] = []
  /// Nothing is known of them.
  public var missing: [RunID] = []
  /// Names of units that were made for runs that nobody asked about, in the order of their names.
  public var strays: [String] = []

  /// Nothing yet.
  public init() {}
}
