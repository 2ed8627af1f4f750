extension TimestampSyntax {
  /// Returns a text that is read as exactly this point: local where that is unambiguous, else in UTC. A local
  /// date that occurs twice because a clock is set back is ambiguous.
  package static func formatExact(_ uSec: Int64, zone: CalendarZone) -> String {
    var fraction = "." + String(1_000_000 + uSec % 1_000_000).dropFirst()
    while fraction.hasSuffix("0") || fraction == "." { fraction.removeLast() }
    // UTC is the only zone name that is read.
    let forms = [(zone, " UTC"), (zone, ""), (.utc, " UTC")].map { zone, name in
      format(uSec, zone: zone).split(separator: " ").dropLast().joined(separator: " ") + fraction + name
    }
    let exact = forms.first { (try? parse($0, now: uSec, zone: zone)) == uSec }
    return exact ?? "@\(uSec / 1_000_000)\(fraction)"
  }
}
