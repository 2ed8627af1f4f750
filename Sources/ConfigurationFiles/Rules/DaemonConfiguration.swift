package import SchedulerAPI
package import SchedulerCore

/// Everything that `bgtaskd.conf` and its drop-ins decide.
package struct DaemonConfiguration: Equatable, Sendable {
  /// The rules of the core.
  package var scheduler = SchedulerConfiguration()
  /// `[Store] HistoryMaxAge=`.
  package var historyMaximumAge = TimeSpan(uSec: 30 * 86_400_000_000)
  /// `[Store] HistoryMaxRuns=`.
  package var historyMaximumRuns = 10_000
  /// `TransferLowSpeedBytesPerSec=` and `TransferLowSpeedSec=`: the core decides nothing by it.
  package var lowSpeed = LowSpeed()
  /// The applications' manifests by name.
  package var manifests: [String: Manifest] = [:]
  /// `[Server]`.
  package var server = ServerLimits()

  /// The defaults.
  package init() {}
}
