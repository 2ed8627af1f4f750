package import LinuxSystem
package import SchedulerCore

/// What UPower's properties say of the machine's power (UPower's reference, org.freedesktop.UPower). Pure.
///
/// UPower has asked the questions of ``PowerReading`` itself, and knows more: what a battery did before,
/// which devices are a keyboard's or a mouse's, and uninterruptible supplies on a USB port.
package struct UPowerReading: Hashable, Sendable {
  /// `org.freedesktop.UPower`'s property that matters.
  package static let properties: Set<String> = ["OnBattery"]
  /// `org.freedesktop.UPower.Device`'s, of the device that stands for all batteries.
  package static let deviceProperties: Set<String> = ["IsPresent", "Percentage", "State", "Type"]

  /// Where the power comes from; unknown where that is not told.
  package var source: PowerSource
  /// How full the batteries are together, 0 to 100; nil when there is none, or that is not told.
  package var batteryPercent: Int?
  /// The batteries are being charged; nil when there is none, or that is not told.
  package var isCharging: Bool?

  /// The types of devices that store what the machine runs on (`UpDeviceKind`): battery and UPS.
  private static let stores: Set<Int64> = [2, 3]
  /// `UpDeviceState`: 1 is charging.
  private static let charging: Int64 = 1
  /// It discharges, is empty, is full, rests at a charge limit or without a charger that is strong enough
  /// (pending charge), or is about to discharge. 0 is unknown.
  private static let notCharging: ClosedRange<Int64> = 2...6

  /// Interprets the properties that are known.
  package init(_ manager: [String: BusValue], _ device: [String: BusValue]) {
    source = manager["OnBattery"]?.flag.map { $0 ? .battery : .external } ?? .unknown
    guard device["IsPresent"]?.flag == true, let type = device["Type"]?.number, Self.stores.contains(type)
    else { return }
    if let percent = device["Percentage"]?.real, (0...100).contains(percent) { batteryPercent = Int(percent) }
    switch device["State"]?.number {
    case Self.charging: isCharging = true
    case let state? where Self.notCharging.contains(state): isCharging = false
    default: break
    }
  }

  /// The same for those who listen.
  package var changes: [ConditionChange] {
    [.powerSource(source), .batteryPercent(batteryPercent), .flag(.charging, isCharging)]
  }
}
