/// A temperature at which the kernel acts on the heat (`trip_point_N_type` and `trip_point_N_temp` in the
/// kernel's Documentation/driver-api/thermal/sysfs-api.rst).
package struct ThermalTrip: Hashable, Sendable {
  /// The kernel's action. `active` trips start a fan, which is no reason to wait.
  package enum Kind: String, CaseIterable, Sendable {
    /// The machine is slowed down.
    case passive
    /// The hardware is notified.
    case hot
    /// The machine is switched off.
    case critical
  }

  package var kind: Kind
  /// The temperature in thousandths of a degree Celsius.
  package var milliCelsius: Int64

  /// The temperatures that count, 40 °C to 200 °C. Unused trips are listed as 0, as absolute zero or as
  /// huge numbers, and a trip below the temperature of a warm room would be pressure for ever.
  package static let plausible: ClosedRange<Int64> = 40_000...200_000
  /// The margin below a switch-off in which work that can wait adds no heat: 10 °C.
  package static let criticalMargin: Int64 = 10_000

  /// A trip; nil for one that does not count.
  package init?(kind: String?, milliCelsius: Int64?) {
    guard let kind = kind.flatMap(Kind.init), let milliCelsius, Self.plausible.contains(milliCelsius) else {
      return nil
    }
    self.kind = kind
    self.milliCelsius = milliCelsius
  }

  /// The temperature from which on work that can wait does not run, in thousandths of a degree Celsius.
  package var limit: Int64 { kind == .critical ? milliCelsius - Self.criticalMargin : milliCelsius }
}
