public import SchedulerCore

/// Everything that `bgtaskd.conf` and its drop-ins decide.
public struct DaemonConfiguration: Equatable, Sendable {
  /// The rules of the core.
  public var scheduler = SchedulerConfiguration()
  /// `[Store] HistoryMaxAge=`.
  public var historyMaximumAge = TimeSpan(uSec: 30 * 86_400_000_000)
  /// `[Store] HistoryMaxRuns=`.
  public var historyMaximumRuns = 10_000
  /// The applications' manifests by name.
  public var manifests: [String: Manifest] = [:]
  /// `[Server]`.
  public var server = ServerLimits()

  /// The defaults.
  public init() {}
}
