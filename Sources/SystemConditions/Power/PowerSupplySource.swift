import LinuxSystem
import SchedulerCore

/// The source of where power comes from, of the batteries' level and of whether they are being charged, from
/// `/sys/class/power_supply`; read again when the kernel reports that a supply came, went or changed. Fields:
/// `powerSource`, `batteryPercent`, `charging`.
package final class PowerSupplySource: MeasuredSource {
  package let name = "power-supply"
  static let unknown = PowerReading.unknownConditions

  let trigger: MeasurementTrigger?
  var announcer: Announcer?
  private let root: AttributeDirectory

  /// The most supplies, more than any machine has.
  private static let limit = 64

  /// A source that is not started yet.
  /// - Parameters:
  ///   - root: The directory of supplies. When it is missing, nothing is known; when it is empty, the machine
  ///     has no battery.
  ///   - events: The monitor of the kernel's events, on the daemon's queue.
  package init(root: String = "/sys/class/power_supply", events: KernelEventMonitor) {
    self.root = AttributeDirectory(path: root)
    trigger = MeasurementTrigger(events: events, subsystem: "power_supply")
  }

  func measure() throws(SystemError) -> [ConditionChange] {
    guard let names = try root.names() else { return Self.unknown }
    let supplies = names.prefix(Self.limit).map { PowerSupply(reading: root.directory($0)) }
    return PowerReading(supplies).changes
  }
}
