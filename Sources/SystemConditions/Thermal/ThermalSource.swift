import LinuxSystem
import SchedulerCore

/// The source of whether the machine is too hot for work that can wait, from `/sys/class/thermal`. The kernel
/// reports few changes, so ``refresh()`` reads zones as well. Field: `thermalPressure`.
package final class ThermalSource: MeasuredSource, RefreshableSource {
  package let name = "thermal"
  static let unknown: [ConditionChange] = [.flag(.thermalPressure, nil)]

  let trigger: MeasurementTrigger?
  var announcer: Announcer?
  private let root: AttributeDirectory

  /// The most zones, more than any machine has.
  private static let limit = 128

  /// A source that is not started yet.
  /// - Parameters:
  ///   - root: The directory of zones. Without zones that tell, nothing is known.
  ///   - events: The monitor of the kernel's events, on the daemon's queue.
  package init(root: String = "/sys/class/thermal", events: KernelEventMonitor) {
    self.root = AttributeDirectory(path: root)
    trigger = MeasurementTrigger(events: events, subsystem: "thermal")
  }

  func measure() throws(SystemError) -> [ConditionChange] {
    let names = try root.names() ?? []
    let zones = names.filter { $0.hasPrefix("thermal_zone") }.prefix(Self.limit)
    let isHot = ThermalZone.isAnyHot(zones.compactMap { ThermalZone(reading: root.directory($0)) })
    return [.flag(.thermalPressure, isHot)]
  }
}
