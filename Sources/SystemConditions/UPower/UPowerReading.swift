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
  package static let deviceProperties: Set<String> = [
    "IsPresent", "Percentage", "State", "Type", "WarningLevel",
  ]

  /// Where the power comes from; unknown where that is not told.
  package var source: PowerSource
  /// How full the batteries are together, 0 to 100; nil when there is none, or that is not told.
  package var batteryPercent: Int?
  /// The batteries are being charged; nil when there is none, or that is not told.
  package var isCharging: Bool?
  /// UPower warns that the battery is low, or worse.
  package var isLow = false

  /// The types of devices that store what the machine runs on (`UpDeviceKind`): battery and UPS.
  private static let stores: Set<Int64> = [2, 3]
  /// `UpDeviceState`: 1 is charging.
  private static let charging: Int64 = 1
  /// It discharges, is empty, is full, rests at a charge limit or without a charger that is strong enough
  /// (pending charge), or is about to discharge. 0 is unknown.
  private static let notCharging: ClosedRange<Int64> = 2...6
  /// `UpDeviceLevel`: low, critical, and about to switch the machine off, by what UPower.conf says of them.
  private static let low: ClosedRange<Int64> = 3...5

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
    isLow = device["WarningLevel"]?.number.map(Self.low.contains) ?? false
  }

  /// The same for those who listen. What is left in a battery that is low is saved whatever the profile is;
  /// one that is not low says nothing of profiles.
  package var changes: [ConditionChange] {
    [
      .powerSource(source), .batteryPercent(batteryPercent), .flag(.charging, isCharging),
      .flag(.lowPowerMode, isLow ? true : nil),
    ]
  }
}
