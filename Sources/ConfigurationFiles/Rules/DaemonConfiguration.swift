package import SchedulerAPI
package import SchedulerCore

/// Everything that `bgtaskd.conf` and its drop-ins decide.
package struct DaemonConfiguration: Equatable, Sendable {
  /// The rules of the core.
  package var scheduler = SchedulerConfiguration()
  /// `HistoryMaxAge=` in `[Store]`.
  package var historyMaximumAge = TimeSpan(uSec: 30 * 86_400_000_000)
  /// `HistoryMaxRuns=` in `[Store]`.
  package var historyMaximumRuns = 10_000
  /// `HistoryMaxOutputBytes=` in `[Store]`.
  package var historyMaximumOutputBytes = 16 << 20
  /// `RecordMaxAge=` in `[Store]`.
  package var recordMaximumAge = TimeSpan.days(60)
  /// `RecordMaxBytes=` in `[Store]`.
  package var recordMaximumBytes = 4 << 20
  /// `TransferLowSpeedBytesPerSec=` and `TransferLowSpeedSec=`, by which the core decides nothing.
  package var lowSpeed = LowSpeed()
  /// The applications' manifests by name.
  package var manifests: [String: Manifest] = [:]
  /// The settings of `[Server]`.
  package var server = ServerLimits()

  /// Creates the default configuration.
  package init() { scheduler.recordsConditions = true }
}
