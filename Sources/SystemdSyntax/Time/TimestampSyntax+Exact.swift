extension TimestampSyntax {
  /// Writes a point so that it is read as the same point: local where that is clear, else in UTC. A local
  /// date that comes twice, as a clock is set back, is not clear.
  package static func formatExact(_ uSec: Int64, zone: CalendarZone) -> String {
    var fraction = "." + String(1_000_000 + uSec % 1_000_000).dropFirst()
    while fraction.hasSuffix("0") || fraction == "." { fraction.removeLast() }
    // Of zones' names only UTC is read.
    let forms = [(zone, " UTC"), (zone, ""), (.utc, " UTC")].map { zone, name in
      format(uSec, zone: zone).split(separator: " ").dropLast().joined(separator: " ") + fraction + name
    }
    let exact = forms.first { (try? parse($0, now: uSec, zone: zone)) == uSec }
    return exact ?? "@\(uSec / 1_000_000)\(fraction)"
  }
}
