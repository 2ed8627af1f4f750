/// What a battery says it does: the `status` file of the kernel's
/// Documentation/ABI/testing/sysfs-class-power.
public enum BatteryStatus: String, CaseIterable, Sendable {
  case charging = "Charging"
  case discharging = "Discharging"
  /// It rests at a charge limit, most often.
  case notCharging = "Not charging"
  case full = "Full"
  /// It says so itself, says nothing, or says something else.
  case unknown = "Unknown"
}
