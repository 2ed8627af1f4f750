/// A temperature at which the kernel does something about the heat (`trip_point_N_type` and
/// `trip_point_N_temp` in the kernel's Documentation/driver-api/thermal/sysfs-api.rst).
package struct ThermalTrip: Hashable, Sendable {
  /// What is done. `active` trips start a fan, which is no reason to wait.
  package enum Kind: String, CaseIterable, Sendable {
    /// The machine is slowed down.
    case passive
    /// The hardware is told.
    case hot
    /// The machine is switched off.
    case critical
  }

  /// What is done at it.
  package var kind: Kind
  /// Where it is, in thousandths of a degree Celsius.
  package var milliCelsius: Int64

  /// 40 °C to 200 °C. Unused trips are listed as 0, as absolute zero or as huge numbers, and a trip below
  /// the temperature of a warm room would be pressure for ever.
  package static let plausible: ClosedRange<Int64> = 40_000...200_000
  /// How far below a switch-off work that can wait stops adding heat: 10 °C.
  package static let criticalMargin: Int64 = 10_000

  /// A trip; nil when it is not one that counts.
  package init?(kind: String?, milliCelsius: Int64?) {
    guard let kind = kind.flatMap(Kind.init), let milliCelsius, Self.plausible.contains(milliCelsius) else {
      return nil
    }
    self.kind = kind
    self.milliCelsius = milliCelsius
  }

  /// From where on it is too hot for work that can wait, in thousandths of a degree Celsius.
  package var limit: Int64 { kind == .critical ? milliCelsius - Self.criticalMargin : milliCelsius }
}
