/// A thermal zone, as far as it tells whether it is too hot.
package struct ThermalZone: Hashable, Sendable {
  /// The temperature in thousandths of a degree Celsius; nil when the zone does not tell.
  package var milliCelsius: Int64?
  /// The trips that count.
  package var trips: [ThermalTrip]

  package init(milliCelsius: Int64?, trips: [ThermalTrip]) {
    self.milliCelsius = milliCelsius
    self.trips = trips
  }

  /// The most trips. They have consecutive numbers; the kernel allows fewer than this.
  private static let tripLimit = 64
  /// The temperatures that a sensor in a machine that runs can measure.
  private static let plausible: ClosedRange<Int64> = -60_000...250_000

  /// Reads the files of a zone; nil when it is switched off.
  init?(reading files: AttributeDirectory) {
    guard files.text("mode") != "disabled" else { return nil }
    trips = []
    for number in 0..<Self.tripLimit {
      guard let kind = files.text("trip_point_\(number)_type") else { break }
      let trip = ThermalTrip(kind: kind, milliCelsius: files.integer("trip_point_\(number)_temp"))
      if let trip { trips.append(trip) }
    }
    // Some sensors are slow or must be woken to be read, so without trips the temperature is not read.
    milliCelsius =
      trips.isEmpty ? nil : files.integer("temp").flatMap { Self.plausible.contains($0) ? $0 : nil }
  }

  /// Whether it is too hot for work that can wait; nil when the zone cannot tell.
  package var isHot: Bool? {
    guard let milliCelsius, let limit = trips.map(\.limit).min() else { return nil }
    return milliCelsius >= limit
  }

  /// Whether any of the zones is too hot; nil when none can tell.
  package static func isAnyHot(_ zones: [ThermalZone]) -> Bool? {
    let answers = zones.compactMap(\.isHot)
    return answers.isEmpty ? nil : answers.contains(true)
  }
}
