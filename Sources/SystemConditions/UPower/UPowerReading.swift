package import LinuxSystem
package import SchedulerCore

/// The machine's power by UPower's properties (UPower's reference, org.freedesktop.UPower). Pure.
///
/// UPower applies the rules of ``PowerReading`` itself, and knows more: the earlier state of a battery, which
/// devices are a keyboard's or a mouse's, and uninterruptible supplies on a USB port.
package struct UPowerReading: Hashable, Sendable {
  /// The property of `org.freedesktop.UPower` that is read.
  package static let properties: Set<String> = ["OnBattery"]
  /// The properties of the `org.freedesktop.UPower.Device` that stands for all batteries.
  package static let deviceProperties: Set<String> = [
    "IsPresent", "Percentage", "State", "Type", "WarningLevel",
  ]

  /// The source of the power; unknown where that is not told.
  package var source: PowerSource
  /// The level of all batteries together, 0 to 100; nil when there is none, or that is not told.
  package var batteryPercent: Int?
  /// Whether the batteries are being charged; nil when there is none, or that is not told.
  package var isCharging: Bool?
  /// Whether UPower warns that the battery is low, or worse.
  package var isLow = false

  /// The types of devices that store the machine's energy (`UpDeviceKind`): battery and UPS.
  private static let stores: Set<Int64> = [2, 3]
  /// `UpDeviceState`: 1 is charging.
  private static let charging: Int64 = 1
  /// The states without charging: discharging, empty, full, resting at a charge limit or with too weak a
  /// charger (pending charge), and about to discharge. 0 is unknown.
  private static let notCharging: ClosedRange<Int64> = 2...6
  /// `UpDeviceLevel`: low, critical, and about to switch the machine off, by the levels of UPower.conf.
  private static let low: ClosedRange<Int64> = 3...5

  /// Interprets the properties that are known.
  package init(_ manager: [String: BusValue], _ device: [String: BusValue]) {
    source = manager["OnBattery"]?.flag.map { $0 ? .battery : .external } ?? .unknown
    guard device["IsPresent"]?.flag == true, let type = device["Type"]?.number, Self.stores.contains(type)
    else { return }
    batteryPercent = device["Percentage"]?.real.flatMap(FillLevel.percent(told:))
    switch device["State"]?.number {
    case Self.charging: isCharging = true
    case let state? where Self.notCharging.contains(state): isCharging = false
    default: break
    }
    isLow = device["WarningLevel"]?.number.map(Self.low.contains) ?? false
  }

  /// The conditions that follow. A low battery is low power mode whatever the profile is; one that is not low
  /// says nothing of profiles.
  package var changes: [ConditionChange] {
    [
      .powerSource(source), .batteryPercent(batteryPercent), .flag(.charging, isCharging),
      .flag(.lowPowerMode, isLow ? true : nil),
    ]
  }
}
