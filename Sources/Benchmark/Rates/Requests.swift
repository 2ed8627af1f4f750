import LinuxSystem
import SchedulerAPI
import SchedulerCore

/// Requests that nobody has made before, for work that is far away: about 300 bytes each.
struct Requests {
  private let prefix: String
  private var count = 0
  private let earliestBeginUSec = SystemClock.wallUSec + 86_400_000_000

  /// - Parameter name: Unique in the life of a daemon.
  init(_ name: String) { prefix = "org.example.bench.\(name)" }

  mutating func next() -> Wire.TaskRequest {
    count += 1
    return Wire.TaskRequest(
      identifier: "\(prefix).\(count)", kind: .processing,
      earliestBeginUSec: earliestBeginUSec + Int64(count) * 1000, requiresExternalPower: true,
      command: Wire.Command(argv: ["/usr/bin/rsync", "--archive", "/home/", "/mnt/backup/"]))
  }

  mutating func next(_ count: Int) -> [Wire.TaskRequest] { (0..<count).map { _ in next() } }
}
