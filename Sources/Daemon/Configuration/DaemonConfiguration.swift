import Glibc
import SchedulerCore

/// Everything that `bgtaskd.conf` and its drop-ins decide.
struct DaemonConfiguration: Equatable {
  /// The rules of the core.
  var scheduler = SchedulerConfiguration()
  /// `[Store] HistoryMaxAge=`.
  var historyMaximumAge = TimeSpan(uSec: 30 * 86_400_000_000)
  /// `[Store] HistoryMaxRuns=`.
  var historyMaximumRuns = 10_000
  /// The applications' manifests by name.
  var manifests: [String: Manifest] = [:]
  /// `[Server]`.
  var server = ServerLimits()

  /// The defaults. Children of the daemon are the only programs there are so far, and they run as its own
  /// user.
  init() { scheduler.onlyCommandUser = geteuid() }
}
